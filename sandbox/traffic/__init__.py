"""The traffic of requests: the token, rate limits, injected faults, and a journal of all requests."""
