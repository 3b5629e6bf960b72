"""The migrations. A released migration must never change."""
