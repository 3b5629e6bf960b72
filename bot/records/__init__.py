"""What finished games leave behind: results, statistics, ratings and records, with their texts."""
