"""Games in progress: a queue each, the posts that are due, and what happens automatically."""
