"""The settings of servers and users: their pages, controls and forms."""
