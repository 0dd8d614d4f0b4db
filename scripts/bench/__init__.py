"""Speed, measured on a real PostgreSQL: see docs/performance.md for the goals and what was learned."""
