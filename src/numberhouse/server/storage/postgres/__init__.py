"""What is of PostgreSQL alone: its journal, and how processes tell each other what happens."""
