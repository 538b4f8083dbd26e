# Everything a fresh machine with the Swift toolchain needs is one of these.
#   make run [ARGS="--strict …"]   build and serve
#   make test                      build and test
#   make test-container            build docker/Dockerfile for real and use the container from outside
#   make test-clocks               test at three moments of the year
SWIFT ?= swift
# A static Swift runtime starts faster and needs no toolchain at run time; macOS has it in the system.
ifeq ($(shell uname),Linux)
RELEASE_FLAGS = -c release --static-swift-stdlib
else
RELEASE_FLAGS = -c release
endif
ARGS ?=

.PHONY: run build test test-clocks test-container bench clean dependencies

run: build
	exec .build/release/mock-push-server serve $(ARGS)

build: dependencies
	$(SWIFT) build $(RELEASE_FLAGS) --product mock-push-server

test: dependencies
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

test-container:
	scripts/test-container

# The whole suite with its clock in January, in July and on a leap day.
test-clocks: dependencies
	$(SWIFT) build --build-tests
	for start in winter summer leap; do MOCK_PUSH_TEST_START=$$start $(SWIFT) test --skip-build || exit 1; done

bench: build
	benchmarks/run.sh
	benchmarks/message.sh
	benchmarks/statistics.sh

clean:
	rm -rf .build

dependencies:
	@scripts/install-dependencies
