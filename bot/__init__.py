"""The Discord side: who may act, deadlines, storage, and texts."""
