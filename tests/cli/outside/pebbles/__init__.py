"""Take pebbles from a pile; whoever takes the last one wins. Each seat has a secret lucky number."""
