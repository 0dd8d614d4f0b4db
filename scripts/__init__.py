"""What people and machines call to work on the project: run, test, check, measure."""
