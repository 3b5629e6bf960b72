"""Where people come in: commands, controls and forms, and what is answered to them alone."""
