# Every command of the project. `make run` and `make test` need nothing but Swift: what else is missing, they install.

.DEFAULT_GOAL := help
# Two builds of one folder would only wait for each other.
.NOTPARALLEL:
.PHONY: help run test test-fast check bench format docs setup clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup ## show the gallery; without a display, play all its pages and print what happened
	@scripts/run

test: setup ## run the tests, then verify the recorded sessions against their judge
	@scripts/test

test-fast: setup ## run the tests that need no screen, in few random worlds: seconds once they are built
	@scripts/test --fast

check: setup ## check format, layers, documents, their snippets, the Embedded core and its size, consumers and warnings
	@scripts/check

bench: setup ## measure a pass beside the usual recipe, or with AGAINST=COMMIT beside that commit's
	@$(if $(AGAINST),scripts/bench-against $(AGAINST),scripts/bench)

format: setup ## rewrite the Swift files in the house format
	@scripts/format

docs: setup ## build the documentation into out/docs
	@scripts/docs

setup: ## install what is missing on this machine
	@scripts/setup

clean: ## remove everything that was built
	rm -rf .build .build-* Tools/.build Tools/.build-* AppleTests/.build AppleTests/AppKit/.build out
