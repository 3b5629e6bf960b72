"""What is said: from events and deeds to sentences."""
