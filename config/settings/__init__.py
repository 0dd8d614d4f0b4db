"""The settings, one module for each place the product runs in."""
