# Everything a developer runs. `make` prints the targets. Users of the module need none of them.

EMULATOR  := $(CURDIR)/build/libcuda_emulator.so
SANITIZED := $(CURDIR)/build/libcuda_emulator_asan.so
FUZZTIME  ?= 250x

# bench is built with the revision that it writes into its rows.
REVISION       = $(shell git describe --always --dirty --exclude '*' --abbrev=12 2>/dev/null)
BENCH_LDFLAGS  = -X github.com/gnark-accel/gnark-accel/bench/internal/measure.Revision=$(REVISION)
BENCH_RESULTS := $(CURDIR)/build/bench

# Tests of the CUDA path open the emulator in place of the driver, and fail rather than skip when there is no device.
ON_EMULATOR  := GNARK_ACCEL_REQUIRE_DEVICE=1 GNARK_ACCEL_CUDA_DRIVER=$(EMULATOR)
# Go does not see the emulator's variables: -count=1 keeps it from taking results of the ordinary mode for these.
CONFIDENTIAL := GNARK_ACCEL_EMULATOR_CONFIDENTIAL=1 $(ON_EMULATOR)
ON_SANITIZED := GNARK_ACCEL_REQUIRE_DEVICE=1 GNARK_ACCEL_CUDA_DRIVER=$(SANITIZED)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-ci test-untagged test-bench test-service test-emulator test-cuda test-confidential test-race test-sanitizer test-fuzz test-long \
	coverage upstream wraps test-wraps soak soak-race soak-sums check sbom release format cross generate bench emulator kernels verify-kernels resources sizes floor versions equality toolkit gpu-bundle clean needs-compiler

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: ## prove a circuit through the service, all of it on this machine
	@echo "1 of 2: compile the service, for minutes the first time"
	@CGO_ENABLED=0 go -C service build -o $(CURDIR)/build/gnark-prover ./cmd/gnark-prover
	@echo "2 of 2: make keys, start NATS, a server and a worker, and prove twice, in seconds"
	@build/gnark-prover demo

## Tests. They need Go, g++ and make: no GPU, no CUDA toolkit. `make test` takes five to nine minutes on two cores,
## and the first time up to twenty; what it leaves out, `make test-ci` and `make test-long` run.

# -short keeps a sample of each kind of case, and of a template for all curves the tests of one. SHORT= runs them all.
SHORT ?= -short

# Tests need no tables for a debugger, which take a third of the time to link. `make check` vets. Go's compiler and linker
# collect garbage more rarely than they would, which saves a sixth of their time; tests collect theirs as ever.
TEST_FLAGS = -ldflags=-w -vet=off -toolexec='env GOGC=400' -timeout $(GO_MINUTES)m

# Packages of the service that are tested at once. Their tests wait, a third of the time, for programs that they started.
SERVICE_AT_ONCE := $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)

# Limits are for tests that hang, on machines that are busy: minutes of a step, and of the tests of a package. Go's ends
# first, since it prints what hangs.
MINUTES   ?= 120
GO_MINUTES = $(shell expr $(MINUTES) - 10)

# Packages in whose tests a device plays no part, so that the tag changes nothing, and examples, which are slow on an
# emulated one.
ON_THE_HOST    := curve.*|generator|kernelbuild|kzg|parallel|poly|prepared|raw|solver.*
WITHOUT_DEVICE := /internal/($(ON_THE_HOST)|tests/(layers|pages|sample|versions))$$|/circuits/catalog$$
SLOW_EXAMPLES  := $(if $(SHORT),|/examples/)
# With -short, packages are left out whose tests run with the tag, and do without it what those of BN254 do. With the tag
# accel's packages of other curves are left out: the tests of the hooks prove with their kernels. Without -short the
# tests of layers are left to `make check`.
REPEATED := $(if $(SHORT),/accel/(bls|bw|cuda)|/internal/(engine|engine/group|groth16|plonk|tests/hostile)$$,/tests/layers$$)
OTHER_CURVES := $(if $(SHORT),|/accel/(bls|bw))
DEVICE_PACKAGES = $(LONGEST) $$(go list -tags cuda ./... ./hooks/newest/... | \
	grep -vE '$(WITHOUT_DEVICE)$(SLOW_EXAMPLES)$(OTHER_CURVES)')

# Go begins packages in the order in which they are named. The last one to end should not have begun late.
LONGEST := ./hooks/plonk ./hooks/groth16

# Packages with goroutines of their own, over one curve, and the tests that have several at work. `make test-ci` runs also
# those that prove every example, and all tests of the packages below the hooks and the curve.
RACE_HOOKS    := ./hooks/groth16 ./hooks/plonk ./accel/bn254 ./accel/bn254/kzg
RACE_PACKAGES := ./accel/cuda $(addprefix ./accel/cuda/internal/,device driver msm staging vector) \
	$(addprefix ./internal/,engine groth16 plonk solver solver/solvertest) ./hooks/internal/keys \
	$(if $(SHORT),,./accel ./hooks/internal/proof)
RACE_TESTS    := Concurrent|Goroutines|Close|AtOnce|Turns|Stream|Beside|Releas|Collected|Wait|Background|Sessions|Worker|Batches|Transfers|Evict|KeptGives

# Tests of one kernel after the other. The sanitizers' sample has these alone, and the race detector none of them.
ARITHMETIC := Coordinates|GroupLaw|LeaveMontgomery|Reduction|Pairs|BatchAffine|TransformPasses|Divide|Products|Gather|Invert|Evaluate

TEST_STEPS := test-untagged test-bench test-service test-emulator test-cuda test-confidential test-race test-sanitizer

test: ## run a sample of all tests, every step of it, and sum up
	@scripts/steps.sh $(MINUTES) $(TEST_STEPS:%='$(MAKE) --no-print-directory %')

test-ci: ## run all tests but the long ones, as continuous integration does
	@scripts/steps.sh $(MINUTES) $(TEST_STEPS:%='$(MAKE) --no-print-directory % SHORT=')

test-untagged: ## what users without the tag get, on the CPU: go test ./...
	CGO_ENABLED=0 go test $(TEST_FLAGS) $(SHORT) $(LONGEST) ./internal/tests/pages \
		./internal/solver/solvertest ./examples/circuits/... \
		$$(CGO_ENABLED=0 go list ./... ./hooks/newest/... | grep -vE '$(REPEATED)')

test-bench: emulator ## the measurements and their pages, on the CPU, and the rows of a device on the emulator
	CGO_ENABLED=0 go -C bench test $(TEST_FLAGS) $(SHORT) ./...
	$(ON_EMULATOR) CGO_ENABLED=0 go -C bench test $(TEST_FLAGS) $(SHORT) -tags cuda -run 'OfADevice$$' .

test-wraps: ## what changes other provers, without their files: a part of test-untagged
	CGO_ENABLED=0 go test $(TEST_FLAGS) $(SHORT) ./examples/wraps/...

test-service: $(if $(SHORT),,emulator) ## the proving service, on the CPU; without -short also on two emulated devices
	CGO_ENABLED=0 go -C service test -p $(SERVICE_AT_ONCE) $(TEST_FLAGS) $(SHORT) ./cmd/gnark-prover/... ./...
	$(if $(SHORT),,$(ON_EMULATOR) CGO_ENABLED=0 go -C service test $(TEST_FLAGS) -tags cuda -run '^TestDevices$$' ./internal/worker)

test-emulator: needs-compiler ## the emulator's own tests, and the device code's field and curve tests
	$(MAKE) -C accel/cuda/emulator test

test-cuda: emulator ## the CUDA path on the emulator
	$(ON_EMULATOR) CGO_ENABLED=0 go test $(TEST_FLAGS) $(SHORT) -tags cuda $(DEVICE_PACKAGES)

test-confidential: emulator ## a sample of the same as with confidential computing; test-long has all of it
	$(CONFIDENTIAL) CGO_ENABLED=0 go test $(TEST_FLAGS) -short -count=1 -tags cuda \
		-run '^Test(ConcurrentProofs|SumsRunOnTheDevice)$$' ./hooks/plonk ./hooks/groth16
	$(CONFIDENTIAL) CGO_ENABLED=0 go test $(TEST_FLAGS) -short -count=1 -tags cuda \
		./internal/groth16 ./internal/plonk ./accel/cuda/internal/device ./accel/cuda/internal/driver

test-race: emulator ## the CUDA path under the race detector, where goroutines meet
	$(ON_EMULATOR) CGO_ENABLED=1 go test $(TEST_FLAGS) -race -short -tags cuda \
		-run '$(RACE_TESTS)|TestG1/(Goroutines|CloseUnderWay)$(if $(SHORT),,|SameProof|SeveralDevices|EveryCurve)' $(RACE_HOOKS)
	$(ON_EMULATOR) CGO_ENABLED=1 go test $(TEST_FLAGS) -race -short -tags cuda \
		$(if $(SHORT),-run '$(RACE_TESTS)',-skip '$(ARITHMETIC)') $(RACE_PACKAGES)

# The arithmetic of all curves is tested below accel/cuda, with -short that of two, the pipeline, which is one template,
# with one curve. Tests that differ in what the host does are left out.
test-sanitizer: emulator ## device code under AddressSanitizer and UndefinedBehaviorSanitizer
	$(ON_SANITIZED) CGO_ENABLED=0 go test $(TEST_FLAGS) -short -tags cuda -exec $(CURDIR)/scripts/with-asan.sh \
		$(if $(SHORT),-run '($(ARITHMETIC))/(bn254|bls12_381)') \
		-skip 'Damage|Warm|OneSlot|InHalves|InLittleMemory|DryRun|AreLent' ./accel/cuda/...
	$(ON_SANITIZED) CGO_ENABLED=0 go test $(TEST_FLAGS) -short -tags cuda -exec $(CURDIR)/scripts/with-asan.sh \
		-run 'TestG[12]$$/Ranges$(if $(SHORT),,|TestG[12]$$/Hostile/mixed/(uniform|one)/33$$)' ./accel/bn254

# The other tests have the seeds, with a number of mutations. A fuzzer needs all packages compiled with counters, for
# minutes. Go counts no executions while it minimizes an input, for a minute each unless told otherwise.
test-fuzz: emulator ## short fuzz runs of MultiExp, of all exported functions and of the solver (FUZZTIME=250x, or a time)
	$(ON_EMULATOR) CGO_ENABLED=0 go test -tags cuda -run '^$$' -fuzz '^FuzzMultiExp$$' -fuzztime $(FUZZTIME) \
		-fuzzminimizetime 10x ./accel/bn254
	$(ON_EMULATOR) CGO_ENABLED=0 go test -tags cuda -run '^$$' -fuzz '^FuzzCalls$$' -fuzztime $(FUZZTIME) \
		-fuzzminimizetime 10x ./internal/tests/hostile
	CGO_ENABLED=0 go test -run '^$$' -fuzz '^FuzzSolve$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 10x \
		./internal/solver/solvertest

test-long: emulator ## the CUDA path at larger sizes, the slow circuits, and a long fuzz run
	$(ON_EMULATOR) GNARK_ACCEL_LONG=1 CGO_ENABLED=0 go test -tags cuda -timeout 6h ./... ./hooks/newest/...
	$(CONFIDENTIAL) CGO_ENABLED=0 go test -count=1 -tags cuda -timeout 6h ./accel/... ./hooks/... ./internal/...
	GNARK_ACCEL_LONG=1 CGO_ENABLED=0 go test -timeout 2h ./examples/... ./hooks/... ./hooks/newest/...
	$(MAKE) test-fuzz FUZZTIME=10m

# The copy is made below FROM. Without that folder, as on continuous integration, there is nothing to test.
upstream: emulator ## have gnark's own Prove call our accelerators, in a copy of gnark (FROM=folder with its files: docs/upstream.md)
	@if [ ! -d "$(FROM)/backend" ]; then echo "skipped: FROM names no folder with gnark's files, see docs/upstream.md"; else \
		scripts/upstream.sh "$(FROM)" "$(FROM)/overlay" && \
		$(ON_EMULATOR) GOWORK=$$(cd "$(FROM)" && pwd)/overlay/go.work CGO_ENABLED=0 \
			go -C hooks/newest test $(TEST_FLAGS) $(SHORT) -tags 'cuda upstream' -count=1 . ; fi

wraps: emulator ## have SP1 or Pico prove with this module, in a copy of its files (FROM=folder: examples/wraps)
	@if [ ! -e "$(FROM)/Cargo.toml" ]; then echo "skipped: FROM names no folder with SP1's or Pico's files, see examples/wraps"; else \
		GNARK_ACCEL_CUDA_DRIVER=$${GNARK_ACCEL_CUDA_DRIVER:-$(EMULATOR)} CGO_ENABLED=0 go run ./examples/wraps -tree "$(FROM)"; fi

coverage: emulator ## print the statements of handwritten files that short tests execute, by package
	$(ON_EMULATOR) CGO_ENABLED=0 scripts/coverage.sh

# A time, a number of proofs or sums, or both: SOAK=10m, SOAK=2000, SOAK=2000,10m. Each package runs for it.
SOAK      ?= 10m
SOAK_SUMS ?= ./accel/...
ON_SOAK    = $(ON_EMULATOR) GNARK_ACCEL_SOAK=$(SOAK)

soak: emulator ## proofs of both schemes over all curves, with faults and failing calls, for a time or a number (SOAK=10m)
	$(ON_SOAK) CGO_ENABLED=0 go test -tags cuda -timeout 0 -v -run '^TestSoak$$' ./hooks/groth16 ./hooks/plonk

soak-race: emulator ## the same under the race detector (SOAK=2000)
	$(ON_SOAK) CGO_ENABLED=1 go test -race -tags cuda -timeout 0 -v -run '^TestSoak$$' ./hooks/groth16 ./hooks/plonk

soak-sums: emulator ## hostile sums over all groups, for a time or a number of each (SOAK=10m)
	$(ON_SOAK) CGO_ENABLED=0 go test -tags cuda -timeout 0 -v -run '^TestG[12]$$/^Soak$$' $(SOAK_SUMS)

## Measurements. On a machine without a GPU the CPU is measured, and the emulator if it is built.

bench: ## measure what is here, a minute without a GPU, and write build/bench/report.md
	rm -rf $(BENCH_RESULTS) && mkdir -p $(BENCH_RESULTS)
	CGO_ENABLED=0 go -C bench build -tags cuda -ldflags '$(BENCH_LDFLAGS)' -o $(BENCH_RESULTS)/bench .
	$(BENCH_RESULTS)/bench suite -out $(BENCH_RESULTS)
	if [ -e $(EMULATOR) ]; then GNARK_ACCEL_CUDA_DRIVER=$(EMULATOR) $(BENCH_RESULTS)/bench suite -set emulator -out $(BENCH_RESULTS); fi
	$(BENCH_RESULTS)/bench report -out $(BENCH_RESULTS) $(BENCH_RESULTS)/msm.txt $(BENCH_RESULTS)/prove.txt

## Checks.

check: ## formatting, linters, tidy modules, layers, generated files, kernel blobs
	scripts/check.sh

format: ## format Go, device code and the emulator
	scripts/format.sh

cross: ## check types for every supported system without cgo, and link the driver for the other architecture
	CGO_ENABLED=0 go test -count=1 -run '^TestSystems$$' ./internal/tests/layers
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 go test -vet=off -c -o /dev/null -tags cuda ./accel/cuda/internal/driver

generate: ## write all generated files
	go generate ./...

## Releases.

CYCLONEDX := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.9.0

sbom: ## write build/sbom: the modules that ours need, with licences, in CycloneDX (needs the network)
	@mkdir -p build/sbom
	@GOBIN=$(CURDIR)/build go install $(CYCLONEDX)
	@for module in . hooks/newest service service/cmd/gnark-prover bench; do \
		(cd $$module && export $$($(CURDIR)/scripts/alone.sh $$module) && $(CURDIR)/build/cyclonedx-gomod mod \
			-type library -licenses -json -output $(CURDIR)/build/sbom/$$(basename $$(go list -m)).cdx.json .) || exit; \
	done

release: ## check everything, and print the tags of the version in VERSION (needs `make toolkit`)
	scripts/release.sh

## Kernels and the emulator.

emulator: needs-compiler ## build the library that stands for the driver on machines without a GPU
	$(MAKE) -C accel/cuda/emulator

kernels: ## rebuild the blobs and constants of the kernels whose sources changed (needs `make toolkit`)
	go run ./internal/kernelbuild build

verify-kernels: ## rebuild all blobs, or those of CURVES, and compare bytes with the committed ones (needs `make toolkit`)
	go run ./internal/kernelbuild verify $(CURVES)

resources: ## print registers, spills and shared memory of the committed kernels
	@go run ./internal/kernelbuild resources

sizes: ## print the sizes of programs over one curve and over all; check what kernels they link
	scripts/sizes.sh

floor: emulator ## prove with the oldest and the newest gnark, and check the tests against the oldest (needs the network)
	$(ON_EMULATOR) CGO_ENABLED=0 go run ./internal/tests/versions -quick
	GOWORK=off CGO_ENABLED=0 go test -count=1 -run '^TestSystems$$/^linux$$/^amd64$$' ./internal/tests/layers \
		-args -listing '-test -tags=cuda,gnark014;-test -tags=gnark014'

versions: emulator ## measure all versions of gnark, gnark-crypto and Go, and print lines of docs/versions.md (long; needs the network)
	$(ON_EMULATOR) go run ./internal/tests/versions
	$(ON_EMULATOR) go run ./internal/tests/versions -unreleased
	env $$(scripts/alone.sh service) CGO_ENABLED=0 go -C service test $(TEST_FLAGS) -short -tags gnark014 ./...

equality: ## the same of gnark's own tests of each version, by both solvers (hours)
	for v in 14.0 15.0 16.0 16.1 16.2 16.3; do \
		GNARK_ACCEL_LONG=1 go test -v -timeout 0 ./internal/tests/equality -gnark=v0.$$v || exit 1; \
	done

toolkit: ## install nvcc 11.8 and ptxas 12.9 on Debian 12 (root, about 6 GB)
	scripts/toolkit.sh

gpu-bundle: ## build gpu-bundle/, which tests and measures on any GPU host
	scripts/gpu-bundle.sh

clean: ## remove what was built here
	rm -rf build gpu-bundle

needs-compiler:
	@command -v g++ >/dev/null || { echo "g++ is missing: the emulator is built with it (on Debian: apt-get install g++)" >&2; exit 1; }
