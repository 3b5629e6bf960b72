"""Direct messages to players and followers: one message per person for all their games."""
