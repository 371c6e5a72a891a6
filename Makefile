# All commands of the project. `make run` and `make test` need only Swift, and install other dependencies.

.DEFAULT_GOAL := help
# Concurrent builds in one folder would only wait for each other.
.NOTPARALLEL:
.PHONY: help run test test-fast check bench format docs site setup clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup ## show the gallery; without a display, play all pages and print the events
	@scripts/run

test: setup ## run all tests
	@scripts/test

test-fast: setup ## run tests without a screen, in few random worlds: seconds after the build
	@scripts/test --fast

check: setup ## check format, layers, documents, snippets, the Embedded core and its size, consumers and warnings
	@scripts/check

bench: setup ## measure a pass and the usual recipe, or with AGAINST=COMMIT, compare this build with that commit's
	@$(if $(AGAINST),scripts/bench against $(AGAINST),scripts/bench)

format: setup ## format the Swift files
	@scripts/check format --fix

docs: setup ## build the documentation into out/docs
	@scripts/docs

site: docs ## build the site, with the documentation, into out/site
	@scripts/site

setup: ## install missing dependencies
	@scripts/setup

clean: ## remove all build products
	rm -rf .build .build-* Tools/.build Tools/.build-* out
