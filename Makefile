# Everything a fresh machine with the Swift toolchain needs is one of these.
#   make run [ARGS="--strict …"]   build and serve
#   make test                      build and test, the documents' commands included
#   make test-documents            run the commands of README.md and docs, the examples, and the flow of an app
#   make test-container            build docker/Dockerfile for real and use the container from outside
#   make test-console              test the console in a headless Chromium, which it installs
#   make test-clocks               test at three moments of the year
#   make install                   install what was built: program, man page, completions, samples (PREFIX=/usr/local, DESTDIR= to stage)
#   make uninstall                 take exactly these files away again
SWIFT ?= swift
# A static Swift runtime starts faster and needs no toolchain at run time; macOS has it in the system.
ifeq ($(shell uname),Linux)
RELEASE_FLAGS = -c release --static-swift-stdlib
else
RELEASE_FLAGS = -c release
endif
ARGS ?=
PREFIX ?= /usr/local
PROGRAM ?= .build/release/mock-push-server

share = $(DESTDIR)$(PREFIX)/share
doc = $(share)/doc/mock-push-server
samples = minimal.json full.json mock-push-server.service io.github.mock-push-server.plist
documents = README.md $(wildcard docs/*.md)

.PHONY: run build test test-clocks test-console test-container test-documents install uninstall bench clean dependencies

run: build
	exec .build/release/mock-push-server serve $(ARGS)

build: dependencies
	$(SWIFT) build $(RELEASE_FLAGS) --product mock-push-server

test: dependencies
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip ConsoleTests
	$(MAKE) test-documents

test-documents: dependencies
	@scripts/install-dependencies python
	$(SWIFT) build --product mock-push-server
	scripts/test-run-documents
	scripts/run-documents
	scripts/flow-test

test-console: dependencies
	@scripts/install-dependencies chromium
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --filter ConsoleTests --no-parallel

test-container:
	scripts/test-container

# The whole suite with its clock in January, in July and on a leap day.
test-clocks: dependencies
	$(SWIFT) build --build-tests
	for start in winter summer leap; do MOCK_PUSH_TEST_START=$$start $(SWIFT) test --skip-build --skip ConsoleTests || exit 1; done

# Builds only what is missing, so that `make build` and then `sudo make install` leaves no file of root's in .build.
$(PROGRAM):
	$(MAKE) build

install: $(PROGRAM)
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1 $(share)/bash-completion/completions $(share)/zsh/site-functions $(doc)/examples
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/mock-push-server
	$(PROGRAM) man > $(share)/man/man1/mock-push-server.1
	$(PROGRAM) completions bash > $(share)/bash-completion/completions/mock-push-server
	$(PROGRAM) completions zsh > $(share)/zsh/site-functions/_mock-push-server
	for file in $(samples); do sed 's|/usr/local/bin|$(PREFIX)/bin|' config/$$file > $(doc)/examples/$$file || exit 1; done
	install -m 644 $(documents) $(wildcard LICENSE LICENCE) $(doc)
	chmod 644 $(share)/man/man1/mock-push-server.1 $(share)/bash-completion/completions/mock-push-server \
	  $(share)/zsh/site-functions/_mock-push-server $(doc)/examples/*

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/mock-push-server $(share)/man/man1/mock-push-server.1 \
	  $(share)/bash-completion/completions/mock-push-server $(share)/zsh/site-functions/_mock-push-server \
	  $(addprefix $(doc)/examples/,$(samples)) $(addprefix $(doc)/,$(notdir $(documents)) LICENSE LICENCE)
	for folder in $(doc)/examples $(doc); do [ ! -d $$folder ] || rmdir $$folder 2>/dev/null || echo "$$folder holds other files and stays"; done

bench: build
	benchmarks/run.sh
	benchmarks/message.sh
	benchmarks/statistics.sh
	benchmarks/proxy.sh
	benchmarks/journal.sh
	benchmarks/reset.sh
	benchmarks/console.py

clean:
	rm -rf .build

dependencies:
	@scripts/install-dependencies
