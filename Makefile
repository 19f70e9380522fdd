# The commands of the house. Everything is built by CMake; this file installs what is lacking and calls it.
#
#   make run     play: install, build and serve the page
#   make test    prove: install, build and run all tests

PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
NEEDS := @scripts/install-needs
RELEASE := @cmake --preset release >/dev/null && cmake --build --preset release -j$(JOBS)
CTEST := ctest --output-on-failure -j$(JOBS)

.PHONY: help run build test test-page test-long bench format lint sanitize coverage fuzz faults check check-arm64 install dist deb clean

help:
	@echo "make run        install what is missing, build a release and serve the page to play on"
	@echo "make test       install what tests need, build and run all tests"
	@echo "make test-page  install a browser, check the page's types and play all games in it"
	@echo "make test-long  the same, with the tests that take many minutes"
	@echo "make build      build the release: build/causeway"
	@echo "make bench      measure playouts, simulations and perft nodes a second"
	@echo "make format     lay out all C files with clang-format"
	@echo "make lint       check layout, rooms, headers and common mistakes"
	@echo "make sanitize   run the tests under address, undefined-behaviour and thread sanitizers"
	@echo "make coverage   run the tests and tell which lines and branches they reach"
	@echo "make fuzz       run every fuzzer for a minute"
	@echo "make faults     kill and starve everything a hundred times: is anything lost?"
	@echo "make check      all of these in short, after 'make test': both compilers, sanitizers, fuzzers, packages"
	@echo "make check-arm64  build for 64-bit ARM and run the quick tests under qemu"
	@echo "make install    install to PREFIX ($(PREFIX)), below DESTDIR if set"
	@echo "make dist       write a tarball of the last commit that builds without esbuild: dist/"
	@echo "make deb        make Debian packages of the last commit: dist/"
	@echo "make clean      remove everything that was built"

run: build
	@build/causeway serve

build:
	$(NEEDS) build
	$(RELEASE) --target product

test:
	$(NEEDS) build test
	$(RELEASE)
	@$(CTEST) --timeout 300 --test-dir build -LE long

test-page: build
	$(NEEDS) page
	@scripts/test-page

test-long: build
	$(NEEDS) test
	$(RELEASE)
	@$(CTEST) --test-dir build

bench: build
	@build/causeway bench

format:
	$(NEEDS) lint
	@git ls-files '*.c' '*.h' | xargs clang-format -i

lint:
	$(NEEDS) build test lint
	@cmake --preset release >/dev/null
	@scripts/lint

# The thread sanitizer watches the tests that use several threads.
sanitize:
	$(NEEDS) build test
	@cmake --preset asan-ubsan && cmake --build --preset asan-ubsan -j$(JOBS)
	@$(CTEST) --test-dir build-asan -LE long
	@cmake --preset tsan && cmake --build --preset tsan -j$(JOBS)
	@$(CTEST) --test-dir build-tsan -LE long -R '$(shell scripts/threaded-tests)'

coverage:
	$(NEEDS) build test
	@cmake --preset coverage && cmake --build --preset coverage -j$(JOBS)
	@$(CTEST) --test-dir build-coverage -LE long
	@scripts/coverage build-coverage

fuzz:
	$(NEEDS) build fuzz
	@cmake --preset fuzz && cmake --build --preset fuzz -j$(JOBS) --target fuzzers
	@scripts/fuzz build-fuzz 60

faults:
	$(NEEDS) build test faults
	$(RELEASE) --target product
	@tests/faults/faults build

# What continuous integration runs after the tests.
check:
	$(NEEDS) build test lint fuzz faults deb check
	$(RELEASE)
	@scripts/check

check-arm64:
	$(NEEDS) build arm64
	@scripts/arm64-root build-arm64/root
	@cmake --preset arm64 >/dev/null && cmake --build --preset arm64 -j$(JOBS)
	@$(CTEST) --timeout 3000 --test-dir build-arm64 -LE 'long|slow' -E '^(house|tools)/'

# The prefix is built into the program: it is where it looks for the experiments that ship with it.
install:
	$(NEEDS) build
	@cmake --preset release -DCMAKE_INSTALL_PREFIX="$(PREFIX)" >/dev/null
	@cmake --build --preset release -j$(JOBS) --target product
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi

dist:
	$(NEEDS) build
	@scripts/make-dist

deb:
	$(NEEDS) build test deb
	@scripts/make-deb

clean:
	@rm -rf build build-arm64 build-asan build-tsan build-clang build-coverage build-debug build-fuzz dist
