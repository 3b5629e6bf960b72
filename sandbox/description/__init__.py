"""What Discord's own description says of requests, answers and events."""
