"""The house's own commands, a file each. The packages of the games add the others."""
