"""How a symbolic allocation size is treated."""
