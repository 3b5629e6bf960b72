"""What Discord does with requests: posting, finding mentions, taking answers, enforcing limits."""
