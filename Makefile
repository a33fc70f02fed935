# The commands of this package. `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
export SWIFT

# Where there is no pkg-config, SwiftPM doesn't look where Debian keeps sqlite3.pc, and warns.
ifeq ($(shell command -v pkg-config),)
export PKG_CONFIG_PATH ?= /usr/lib/$(shell uname -m)-linux-gnu/pkgconfig
endif

SOURCES = Package.swift Modules Apps Tests Docs/Examples
FORMAT_OPTIONS = --configuration .swift-format --recursive --parallel $(SOURCES)
TORTURE = TortureTests|Fault|Damage|Interrupted|Random|Fuzz|Competing|PeerContexts|ContextsAmongOthers|Undone|HistoryReplays
# Programs that are watched while they run: a limit of theirs mustn't count the others' work.
TORTURE_PROGRAMS = FollowedHistory|EndOfInput
# What also runs with saves side by side.
TORTURE_SERVERS = TortureTests\.(UnreliableServers|KilledServers|Writers)|ContextsTests\.LostConnections
# Swift's libraries are part of the programs: they start in half the time, and run where no toolchain is.
APPS = $(SWIFT) build --configuration release --static-swift-stdlib
BENCHMARKS = $(SWIFT) build --package-path Tests/Benchmarks --configuration release

.DEFAULT_GOAL := help
.PHONY: growth test-module test-static recovery peers examples build-report predicate-times run test test-server test-optimized corpus torture sanitize record docs check-api coverage lint format bench install dist clean help prepare release

run: release ## Build the tracker and show it with a demo (ARGS=… are passed on)
	@"$$($(APPS) --show-bin-path)/appshell" demo $(ARGS)

test: prepare ## Run all tests (ARGS=… are passed on, such as --filter Stack)
	Scripts/in-memory Scripts/test $(ARGS)

SERVER_TESTS = ^(Model|Predicates|Graph|Contexts|Bulk|Stack|History|Results|Live|Import|Editing|PostgreSQL|Sync)Tests\.|ServerStoreTests

# What differs on a server, by suite and test.
DIFFERENCES = $(shell sed '/^\#/d' Tests/Objects/server-differences)

test-server: prepare ## Run the tests of stores and contexts on a PostgreSQL server, which they start by themselves (SAVES=concurrent)
	@Scripts/prepare server
	STRATA_TEST_ENGINE=server $(if $(SAVES),STRATA_TEST_SAVES=$(SAVES) )Scripts/in-memory Scripts/test --filter '$(SERVER_TESTS)' \
	  $(patsubst %,--skip %,$(DIFFERENCES)) $(ARGS)

test-static: prepare ## Link the command strata and a program with managed objects statically, and run them (after make test)
	$(SWIFT) build
	Scripts/check-static-programs

# It has a folder of its own, since another set of targets would build all of the other folder anew.
test-module: prepare ## Build and run the tests of one module alone (MODULE=Predicates)
	STRATA_TESTS=$(or $(MODULE),$(error name a module: make test-module MODULE=Predicates))Tests Scripts/in-memory Scripts/test --scratch-path .build/module \
	  $(if $(findstring --filter,$(ARGS)),,--filter 'Tests\.') $(ARGS)

OPTIMIZED_TESTS = --configuration release -Xswiftc -enable-testing --scratch-path .build/optimized

recovery: prepare ## Restore a private server to a point in time with pgbackrest, move its store by a dump, and check both
	@Scripts/prepare recovery
	$(SWIFT) build
	Scripts/in-memory Scripts/check-recovery "$$($(SWIFT) build --show-bin-path)"

test-optimized: prepare ## Run the tests of objects and stores against optimized code, where lifetimes differ
	STRATA_CHECK_SAVES=1 STRATA_TESTS=lifetimes $(SWIFT) test $(OPTIMIZED_TESTS) $(ARGS)

corpus: prepare ## Compare the macros' scanner with the compiler on all of the toolchain's interface files
	STRATA_CORPUS=all $(SWIFT) test --filter SwiftParserTests.Interfaces $(ARGS)

peers: prepare ## Run the own tests of others' packages for Core Data, adapted to Linux (PEERS=FOLDER with their clones)
	STRATA_PEERS="$(abspath $(PEERS))" $(SWIFT) test --filter ScenarioTests.PeerPackages $(ARGS)

# ROUNDS are those of the programs that are killed; the other tests grow with them. SEED repeats a run. SECONDS is how
# long eight programs save on a server that ends their connections, and ROWS the number of objects of the largest store.
# OPTIMIZED=1 runs what make test-optimized has built, which is several times as fast; it leaves out tests of the apps.
# RECORD=1 writes how often what was tried into Docs/Reliability.md.
ROUNDS ?= 200
SECONDS ?= 600
ROWS ?= 1000000
TORTURE_TEST = Scripts/in-memory $(SWIFT) test $(if $(OPTIMIZED),$(OPTIMIZED_TESTS))
torture: prepare ## Kill programs and servers, let disks and memory fail, and change at random, at length (ROUNDS=200 SECONDS=600 ROWS=1000000 SEED=… OPTIMIZED=1 RECORD=1)
	@Scripts/prepare recovery
	@export STRATA_KILL_ROUNDS=$(ROUNDS) STRATA_RUN_SEED=$${SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; \
	export STRATA_TORTURE=$${STRATA_TORTURE:-$$(( $(ROUNDS) < 200 ? $(ROUNDS) : 200 ))}; \
	export STRATA_FUZZ_ROUNDS=$${STRATA_FUZZ_ROUNDS:-$$(( 4 + $(ROUNDS) / 25 ))}; \
	export STRATA_PROCESS_SAVES=$${STRATA_PROCESS_SAVES:-$$(( 50 + $(ROUNDS) / 2 ))}; \
	export STRATA_GRAPH_RUNS=$${STRATA_GRAPH_RUNS:-$$(( $(ROUNDS) * 50 ))}; \
	export STRATA_SERVER_SECONDS=$(SECONDS); \
	$(if $(RECORD),export STRATA_TRIALS=$$(mktemp); )\
	$(if $(OPTIMIZED),export STRATA_CHECK_SAVES=1 STRATA_TESTS=lifetimes; )\
	echo "make torture ROUNDS=$(ROUNDS) SEED=$$STRATA_RUN_SEED"; \
	$(if $(OPTIMIZED),,$(TORTURE_TEST) --filter '$(TORTURE_PROGRAMS)' $(ARGS) && )\
	$(TORTURE_TEST) $(if $(OPTIMIZED),,--skip-build) --filter '$(TORTURE)' --skip '$(TORTURE_PROGRAMS)' $(ARGS) && \
	STRATA_TEST_SAVES=concurrent $(TORTURE_TEST) --skip-build --filter '$(TORTURE_SERVERS)' $(ARGS) && \
	STRATA_ROWS=$(ROWS) STRATA_TEST_ENGINE=server $(TORTURE_TEST) --skip-build --filter TortureTests.ManyRows $(ARGS) && \
	STRATA_KILL_ROUNDS=$$(( 5 + $(ROUNDS) / 10 )) STRATA_TEST_ENGINE=server \
	  $(TORTURE_TEST) --skip-build --filter TortureTests.KilledArchives $(ARGS) $(if $(RECORD),&& \
	Scripts/trials "$$STRATA_TRIALS" "make torture ROUNDS=$(ROUNDS) SECONDS=$(SECONDS)$(if $(OPTIMIZED), OPTIMIZED=1)")

# The client is a package of its own, so that code that macros generate is instrumented too. Swift keeps
# the cases of enums in spare bits of pointers, which the leak sanitizer doesn't take for pointers. The address sanitizer
# keeps 16 MB of freed memory, since a test compares a service's memory from round to round.
sanitize: prepare ## Run all tests, and a client, under the thread and the address sanitizer (KIND=thread or KIND=address: one)
	export TSAN_OPTIONS="suppressions=$(CURDIR)/Scripts/thread-suppressions"; \
	export ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 STRATA_TIME_SCALE=10; \
	for kind in $(or $(KIND),thread address); do \
	  Scripts/in-memory Scripts/test --sanitize $$kind --scratch-path .build/$$kind $(ARGS) && \
	  $(SWIFT) run --package-path Tests/Client --sanitize $$kind \
	    --scratch-path .build/client-$$kind || exit; \
	done

record: prepare ## Write down anew what tests compare: sessions, generated parts of pages
	STRATA_RECORD=1 $(SWIFT) test --filter 'ScenarioTests.Scenarios|ShellDocuments|PublicAPIDocument|Floors|QueriesDocument|PerformanceDocument' $(ARGS)
	Scripts/tests-page
	@git --no-pager diff --stat -- Docs Tests/Apps/ScenarioTests/Scenarios
	@echo "Read the whole difference, git diff, before you commit it."

# They are packages of their own, with the dependencies of a service. The service is tried on a server as well.
examples: prepare ## Build the packages in Docs/Examples, and run their tests
	@Scripts/prepare server
	@for manifest in Docs/Examples/*/Package.swift; do \
	  folder=$${manifest%/*}; \
	  if [ -d $$folder/Tests ]; then $(SWIFT) test --package-path $$folder; \
	  else $(SWIFT) build --package-path $$folder; fi || exit; \
	done
	Scripts/with-server NOTES_TEST_SERVER $(SWIFT) test --skip-build --package-path Docs/Examples/Notes

docs: prepare ## Make the site of all pages and modules, in .build/docs (BASE=/PATH for a web server that has it there)
	BASE=$(BASE) Scripts/docs $(ARGS)

check-api: prepare ## Check that what compiled with the last version still does (ARGS=BASE)
	Scripts/check-api $(ARGS)

predicate-times: prepare ## Compare how long conditions in #Predicate take the compiler, with Foundation's
	$(SWIFT) build --build-tests
	Scripts/predicate-times "$$($(SWIFT) build --show-bin-path)"

build-report: prepare ## Build the library from nothing, and print what each module takes and waits for (ARGS=release)
	Scripts/build-report $(ARGS)

coverage: prepare ## Run all tests and print the line coverage of each module
	Scripts/coverage $(ARGS)

lint: prepare ## Check format, imports between modules, the page of tests, links between pages, the documentation, and that nothing warns
	$(SWIFT) format lint --strict $(FORMAT_OPTIONS)
	Scripts/tests-page --check
	Scripts/check-links
	Scripts/check-warnings
	Scripts/docs

format: ## Format all sources
	$(SWIFT) format --in-place $(FORMAT_OPTIONS)

bench: prepare ## Run the benchmarks (JSON=1 prints a JSON object a line, SERVER=1 runs those on a private server)
	@$(BENCHMARKS) --product Benchmarks >&2
	@$(if $(SERVER),Scripts/prepare server && Scripts/with-server STRATA_BENCH_SERVER) "$$($(BENCHMARKS) --show-bin-path)/Benchmarks" $(if $(JSON),--json) $(ARGS)

growth: prepare ## Measure what Docs/Growing.md says of a server (ARGS="saves scopes schemas history rows=10000000": some of it)
	@Scripts/prepare server
	@$(BENCHMARKS) --product Growth >&2
	@FSYNC=on Scripts/with-server STRATA_BENCH_SERVER "$$($(BENCHMARKS) --show-bin-path)/Growth" $(ARGS)

install: release ## Install appshell and strata, their manuals and completion in PREFIX=/usr/local (and under DESTDIR)
	$(APPS) --product strata
	programs=$$($(APPS) --show-bin-path) && \
	Scripts/install "$$programs/appshell" "$(DESTDIR)$(PREFIX)" --no-config && \
	Scripts/install "$$programs/strata" "$(DESTDIR)$(PREFIX)"

dist: prepare ## Make a tarball and a Debian package of appshell and strata, and the context of a container, in .build/dist
	Scripts/dist

clean: ## Remove all that was built
	rm -rf .build Tests/Benchmarks/.build Tests/Client/.build Docs/Examples/*/.build

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Installs what a fresh machine lacks; takes milliseconds when there is nothing to do.
prepare:
	@Scripts/prepare

release: prepare
	$(APPS) --product appshell
