"""The house's own commands, a file each. The games bring the rest in their packages."""
