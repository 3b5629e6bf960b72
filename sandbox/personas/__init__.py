"""People at their clients: what they see, type, press and fill in."""
