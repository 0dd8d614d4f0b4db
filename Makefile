# The commands of this project. Everything they need is made, found or started by scripts/.
PYTHON := .venv/bin/python
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup run test check format bench screenshots messages lock shell clean

help: ## say what there is
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

setup: ## make or refresh the environment
	@scripts/setup
	@$(PYTHON) -m scripts.compile_messages

run: setup ## start the product with a demo season; Ctrl-C stops everything (PORT=8000)
	@exec $(PYTHON) -m scripts.run

test: setup ## run the whole test suite on its own PostgreSQL and broker (ARGS="tests/rule33 -x")
	@exec $(PYTHON) -m scripts.services $(PYTHON) -m pytest $(ARGS)

check: setup ## linters, types, import contracts, templates, settings, migrations, translations
	@exec $(PYTHON) -m scripts.check $(ARGS)

format: setup ## put the code into the house's form
	@$(PYTHON) -m ruff check --fix --quiet . || true
	@$(PYTHON) -m ruff format .

bench: setup ## measure speed on PostgreSQL, durable as in production
	@exec $(PYTHON) -m scripts.services --durable $(PYTHON) -m scripts.bench $(ARGS)

screenshots: setup ## take the pictures of the README anew, on a fresh demo season
	@exec $(PYTHON) -m scripts.services --settings config.settings.local $(PYTHON) -m scripts.screenshots

messages: setup ## collect the texts to translate into config/locale
	@$(PYTHON) -m scripts.messages extract
	@$(PYTHON) -m scripts.compile_messages

lock: setup ## resolve pyproject.toml anew into the two lock files
	@$(PYTHON) -m scripts.lock $(ARGS)

shell: setup ## Django's shell on the database of a running `make run`
	@exec $(PYTHON) manage.py shell

clean: ## forget the environment and all local data, the demo season too
	@if [ -x $(PYTHON) ]; then $(PYTHON) -m scripts.run --forget; fi
	@rm -rf .venv .local .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
