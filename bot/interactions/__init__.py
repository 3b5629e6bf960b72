"""What Discord sends: commands, and controls that are used. Each goes to its handler."""
