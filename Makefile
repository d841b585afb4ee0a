# LongEmo Studio: `make help` lists what can be asked for.

SHELL := bash
PYTHON ?= python3
export PYTHON
.DEFAULT_GOAL := help
.PHONY: help run test check test-unit test-alone test-postgres test-browser install build setup-check setup-test openapi format lock demo npm-packages
# Steps have an order: packages before what uses them.
.NOTPARALLEL:

help: ## Show this list
	@echo "make TARGET, where TARGET is one of:"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

run: install build ## Install what is missing, prepare the database and a demo, start everything (Ctrl-C stops it; OPTIONS="--port 9000")
	@scripts/prepare-data.sh
	@exec .venv/bin/python manage.py up $(OPTIONS)

test: setup-test ## Install what the tests need, then run every test, linter and type check
	@scripts/test.sh page python api deploy passes waiting browser

check: setup-check ## Linters, types, migrations, API description, container files (quick, no database server)
	@scripts/test.sh python api frontend deploy

test-unit: setup-check ## Unit and API tests on SQLite
	@scripts/test.sh unit

test-alone: setup-test ## Concurrency and fault tests on SQLite
	@scripts/test.sh alone

test-postgres: setup-test ## Everything that uses a database, on PostgreSQL + Redis
	@scripts/test.sh postgres postgres-alone

test-browser: setup-test ## Browser tests on the built page
	@scripts/test.sh page browser

install: system-packages-run python-packages-run npm-packages ## Install what `make run` needs: system packages that are missing, .venv, npm packages

setup-check: system-packages-run python-packages-test npm-packages ## Install what `make check` and the unit tests need: as for `make run`, and the test packages

setup-test: system-packages-test python-packages-test npm-packages ## Install what `make test` needs: PostgreSQL, Redis, Chromium, test packages

build: npm-packages ## Build the page when its sources changed
	@scripts/frontend-build.sh

# The steps, each run once however many targets ask for it.
system-packages-%:
	@scripts/system-packages.sh $*

python-packages-%:
	@scripts/python-packages.sh $*

npm-packages:
	@scripts/frontend-packages.sh

demo: install ## Prepare the database and the demo project without starting anything
	@scripts/prepare-data.sh

openapi: setup-check ## Generate openapi.yaml and the page's types from the code
	@.venv/bin/python manage.py spectacular --fail-on-warn --validate --file openapi.yaml
	@cd frontend && npm run --silent api

format: setup-check ## Format the Python code
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .

lock: setup-check ## Compile requirements*.in into the hash-locked requirements*.txt (UPGRADE=--upgrade for newer ones)
	@scripts/lock.sh $(UPGRADE)
