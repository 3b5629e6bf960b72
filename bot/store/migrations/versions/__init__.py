"""The migrations. A released migration never changes."""
