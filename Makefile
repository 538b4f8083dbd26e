# Everything a fresh machine with the Swift toolchain needs is one of these.
#   make run [ARGS="--strict …"]   build and serve
#   make test                      build and test
SWIFT ?= swift
# A static Swift runtime starts faster and needs no toolchain at run time; macOS has it in the system.
ifeq ($(shell uname),Linux)
RELEASE_FLAGS = -c release --static-swift-stdlib
else
RELEASE_FLAGS = -c release
endif
ARGS ?=

.PHONY: run build test bench clean dependencies

run: build
	exec .build/release/mock-push-server serve $(ARGS)

build: dependencies
	$(SWIFT) build $(RELEASE_FLAGS) --product mock-push-server

test: dependencies
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

bench: build
	benchmarks/run.sh
	benchmarks/message.sh
	benchmarks/journal.sh

clean:
	rm -rf .build

dependencies:
	@scripts/install-dependencies
