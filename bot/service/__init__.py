"""What hosts meet: settings, logs, logging in, and pages about data."""
