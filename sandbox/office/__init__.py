"""What Discord does with what it is sent: posting, finding mentions, taking answers, keeping limits."""
