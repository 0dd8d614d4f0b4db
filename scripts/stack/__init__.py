"""What the project needs around it on a machine that has nothing: environment, PostgreSQL, broker.

Standard library only, so that it runs before anything is installed.
"""
