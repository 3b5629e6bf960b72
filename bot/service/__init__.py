"""Services for hosts: settings, logs, logins, health, metrics and exported files."""
