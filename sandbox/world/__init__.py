"""The state of the simulated Discord (people, guilds, channels, messages, commands), and its changes."""
