"""The Discord side: who may act, when, where it is kept and what is said."""
