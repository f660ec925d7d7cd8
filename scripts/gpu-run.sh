#!/usr/bin/env bash
# Tests and measures on this host's GPU. Needs the NVIDIA driver and nothing else; compute-sanitizer is used if it is
# on the PATH.
#
#   ./run.sh                    everything
#   ./run.sh tests sanitizer    some of: tests ptx sanitizer soak examples bench
#   PRICE=2.5 ./run.sh cards    a row of docs/cards.md, in minutes; the price is dollars an hour
#   SOAK=2h ./run.sh soak       proofs of everything at once, then sums, each for a time, a number, or both (10000,2h)
#   BENCH_PARTS=msm BENCH_BUDGET=5m ./run.sh bench    one part of the measurements, within a time: msm ntt prove small curves keys ceremony real solve
#
# Logs, one a subset, and summary.txt go to the folder $OUT, or to ./logs. The exit status is 0 only if all passed.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
logs=${OUT:-$here/logs}
mkdir -p "$logs"

# No test may pass because it found no device, and none may find the emulator.
export GNARK_ACCEL_REQUIRE_DEVICE=1
unset GNARK_ACCEL_CUDA_DRIVER

rows=()
failed=0

row() { rows+=("$(printf '%-10s %-34s %-12s %s' "$@")"); }

# job runs a command in a folder within a number of seconds and notes the outcome: job SUBSET NAME SECONDS FOLDER COMMAND...
job() {
	local subset=$1 name=$2 limit=$3 folder=$4 start=$SECONDS status outcome=passed output
	shift 4
	echo "== $subset: $name"
	output=$(mktemp)
	(cd "$folder" && timeout --kill-after=10 "$limit" "$@") >"$output" 2>&1
	status=$?
	if ((status == 124 || status == 137)); then outcome="timed out"; elif ((status != 0)); then outcome="FAILED ($status)"; fi
	if ((status != 0)); then
		failed=1
		grep -E '^ *--- FAIL' "$output" | head -n 40
		tail -n 15 "$output"
	fi
	{
		echo "== $name: $*"
		cat "$output"
		echo "== $name: status $status after $((SECONDS - start)) s"
	} >>"$logs/$subset.log"
	row "$subset" "$name" "$outcome" "$((SECONDS - start)) s$(counts "$output")"
	rm "$output"
}

# counts says how many tests a verbose log has, by outcome.
counts() {
	awk '/^--- PASS/ { passed++ } /^--- FAIL/ { failed++ } /^--- SKIP/ { skipped++ }
		END { if (passed + failed + skipped) printf ", tests: %d passed, %d failed, %d skipped", passed, failed, skipped }' "$1"
}

skip() {
	echo "== $1: $2: skipped, $3"
	row "$1" "$2" skipped "$3"
}

# each_test calls a function with the name and the folder of every package that has a test binary.
each_test() {
	local binary folder
	while read -r binary; do
		folder=$(dirname "$binary")
		"$1" "${folder#"$here/tests/"}" "$folder"
	done < <(find "$here/tests" -name run.test | sort)
}

run_test() { job tests "$1" 900 "$2" ./run.test -test.v -test.timeout 890s; }

# With CUDA_FORCE_PTX_JIT the driver compiles the PTX that newer GPUs get, and leaves the machine code aside.
run_ptx() { job ptx "$1" 900 "$2" env CUDA_FORCE_PTX_JIT=1 ./run.test -test.v -test.short -test.timeout 890s; }

# The sanitizer slows kernels down a hundredfold, so it runs each kernel on small sizes only: the arithmetic, and MSMs
# whose buckets are even, empty, equal or one.
SANITIZER_TESTS=${SANITIZER_TESTS:-'Coordinates|LeaveMontgomery|GroupLaw|TestG[12]$/Hostile/mixed/(uniform|zero|equal|witness)/(33|1000)$|TestG[12]$/(Ranges|Windows)'}
curves=$(cat "$here/curves")

run_sanitizer() {
	local tool
	for tool in memcheck racecheck; do
		job sanitizer "$tool $1" 900 "$2" compute-sanitizer --tool "$tool" --error-exitcode 86 \
			./run.test -test.short -test.v -test.run "$SANITIZER_TESTS" -test.timeout 890s
	done
}

# One scheme after the other, then the groups of each curve, for the time or the number, a day at most. Proofs and sums
# may have different lengths. The rows of the table that each run ends with go to the summary.
soak() {
	local scheme curve
	for scheme in groth16 plonk; do soak_of "$scheme" "hooks/$scheme" TestSoak "${SOAK:-2m}"; done
	for curve in $curves; do soak_of "sums $curve" "accel/$curve" 'TestG[12]$/Soak' "${SOAK_SUMS:-${SOAK:-1m}}"; done
	grep -h '^| soak |' "$logs/soak.log" >"$logs/soak.txt"
}

soak_of() {
	job soak "$1" 86400 "$here/tests/$2" env GNARK_ACCEL_SOAK="$4" ./run.test -test.v -test.run "^$3\$" -test.timeout 0
}

tests() { each_test run_test; }
ptx() { each_test run_ptx; }
sanitizer() {
	if command -v compute-sanitizer >/dev/null; then
		local binary folder curve
		while read -r binary; do
			folder=$(dirname "$binary")
			run_sanitizer "${folder#"$here/tests/"}" "$folder"
		done < <(find "$here/tests/accel/cuda" -name run.test | sort)
		for curve in $curves; do run_sanitizer "accel/$curve" "$here/tests/accel/$curve"; done
	else
		skip sanitizer memcheck,racecheck "compute-sanitizer is not on the PATH"
	fi
}
examples() {
	local circuit curve
	for curve in $curves; do
		for circuit in $("$here/bin/circuits" -list -curve "$curve" | awk '{ print $1 }'); do
			job examples "$circuit, $curve" 600 "$here" ./bin/circuits -circuit "$circuit" -curve "$curve" -backend cuda
		done
		job examples "mimc 2^18, $curve, compared" 600 "$here" \
			./bin/circuits -circuit mimc -curve "$curve" -constraints 262144 -proofs 5 -backend cuda -compare
	done
	for curve in $curves; do
		job examples "mimc 2^18, plonk, $curve, compared" 600 "$here" \
			./bin/circuits -scheme plonk -circuit mimc -curve "$curve" -constraints 262144 -proofs 3 -backend cuda -compare -v
	done
	job examples "mimc 2^20, plonk, compared" 600 "$here" \
		./bin/circuits -scheme plonk -circuit mimc -constraints 1048576 -proofs 3 -backend cuda -compare -v
	job examples "mimc 2^20, compared" 600 "$here" ./bin/circuits -circuit mimc -constraints 1048576 -proofs 5 -backend cuda -compare
}
# bench measures what the pages cite. Each part ends by itself when its time is over, and says what it left out.
bench() {
	local part
	for part in ${BENCH_PARTS:-msm ntt prove small curves ceremony solve}; do
		job bench "$part" 600 "$here" ./bin/bench suite -set full -parts "$part" -budget "${BENCH_BUDGET:-5m}" -out "$logs/bench"
	done
	job bench tables 60 "$here" ./bin/bench report -markdown - "$logs"/bench/*.txt
}
# cards prints a row of docs/cards.md, if it is asked for.
cards() {
	job cards "a row" 1800 "$here" ./bin/bench cards -price "${PRICE:-0}" -o "$logs/cards.txt"
	grep '^|' "$logs/cards.log"
}

known='tests ptx sanitizer soak examples bench'
subsets=("$@")
if ((${#subsets[@]} == 0)); then read -ra subsets <<<"$known"; fi
known+=' cards'
for subset in "${subsets[@]}"; do
	if [[ " $known " != *" $subset "* ]]; then
		echo "run.sh: no subset $subset; there are: $known" >&2
		exit 2
	fi
done

find "$here" -name '*.gz' -exec gunzip {} +
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null | tee "$logs/gpu.txt"
for subset in "${subsets[@]}"; do
	: >"$logs/$subset.log"
	"$subset"
done

{
	echo
	printf '%s\n' "${rows[@]}"
	if [[ -s $logs/soak.txt ]]; then
		printf '%s\n' '| | of | right | wrong | seconds | host KiB: first, last | device KiB: first, last |' '|-|-|-|-|-|-|-|'
		cat "$logs/soak.txt"
	fi
	if ((failed)); then echo "some failed: see $logs"; else echo "all passed"; fi
} | tee "$logs/summary.txt"
exit "$failed"
