"""For hosts: settings, logs, logging in, and pages about data."""
