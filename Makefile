# Every command of the project. `make run` and `make test` need nothing but Swift: what else is missing, they install.

.DEFAULT_GOAL := help
# Two builds of one folder would only wait for each other.
.NOTPARALLEL:
.PHONY: help run test check bench format docs setup clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup ## show the gallery; without a display, play all its pages and print what happened
	@scripts/run

test: setup ## run the tests, then verify the recorded sessions against their judge
	@scripts/test

check: setup ## check format, layers, documents, the Embedded core and warnings
	@scripts/check

bench: setup ## measure a pass beside the usual recipe
	@scripts/bench

format: setup ## rewrite the Swift files in the house format
	@scripts/format

docs: setup ## build the documentation into out/docs
	@scripts/docs

setup: ## install what is missing on this machine
	@scripts/setup

clean: ## remove everything that was built
	rm -rf .build .build-* AppleTests/.build out
