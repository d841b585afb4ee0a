# LongEmo Studio: `make help` lists what can be asked for.

SHELL := bash
PYTHON ?= python3
export PYTHON
.DEFAULT_GOAL := help
.PHONY: help run test check test-unit test-alone test-postgres test-browser install build setup-check setup-test openapi format lock demo

help: ## Show this list
	@echo "make TARGET, where TARGET is one of:"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

run: install build ## Install what is missing, prepare the database and a demo, start everything (Ctrl-C stops it; OPTIONS="--port 9000")
	@scripts/prepare-data.sh
	@exec .venv/bin/python manage.py up $(OPTIONS)

test: setup-test build ## Install what the tests need, then run every test, linter and type check
	@scripts/test.sh python api frontend deploy unit postgres alone postgres-alone browser

check: setup-check ## Linters, types, migrations, API description, container files (quick, no database server)
	@scripts/test.sh python api frontend deploy

test-unit: setup-check ## Unit and API tests on SQLite
	@scripts/test.sh unit

test-alone: setup-test ## Concurrency and fault tests on SQLite
	@scripts/test.sh alone

test-postgres: setup-test ## Everything that uses a database, on PostgreSQL + Redis
	@scripts/test.sh postgres postgres-alone

test-browser: setup-test build ## Browser tests on the built page
	@scripts/test.sh browser

install: ## Install what `make run` needs: system packages that are missing, .venv, npm packages
	@scripts/system-packages.sh run
	@scripts/python-packages.sh run
	@scripts/frontend-packages.sh

setup-check: ## Install what `make check` and the unit tests need: as for `make run`, and the test packages
	@scripts/system-packages.sh run
	@scripts/python-packages.sh test
	@scripts/frontend-packages.sh

setup-test: ## Install what `make test` needs: PostgreSQL, Redis, Chromium, test packages
	@scripts/system-packages.sh test
	@scripts/python-packages.sh test
	@scripts/frontend-packages.sh

build: ## Build the page when its sources changed
	@scripts/frontend-packages.sh
	@scripts/frontend-build.sh

demo: install ## Prepare the database and the demo project without starting anything
	@scripts/prepare-data.sh

openapi: setup-check ## Generate openapi.yaml and the page's types from the code
	@.venv/bin/python manage.py spectacular --fail-on-warn --validate --file openapi.yaml
	@cd frontend && npm run --silent api

format: setup-check ## Format the Python code
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .

lock: setup-check ## Compile requirements*.in into the hash-locked requirements*.txt (UPGRADE=--upgrade for newer ones)
	@scripts/lock.sh $(UPGRADE)
