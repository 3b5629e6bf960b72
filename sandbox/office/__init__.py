"""What Discord does with requests: posting, finding mentions, accepting answers, enforcing limits."""
