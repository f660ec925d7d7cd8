#!/usr/bin/env bash
# Closes an engine at every call of the driver, on the emulator, one after the other: while a key is attached, its circuit
# prepared, in the first proof, the next ones and a stream, while the key is released. Every call over BN254, both schemes.
#
#   scripts/sweep.sh                                        all; hours on two cores
#   SCHEMES=plonk scripts/sweep.sh                          some
#   SHARE=8 scripts/sweep.sh                                one of eight calls
#   FIRST=4683 SCHEMES=groth16 scripts/sweep.sh             from a call on, as where an earlier run has ended
#   CURVE=bw6_761 SHARE=16 scripts/sweep.sh                 a sample over another curve
#
# As many processes as JOBS says, or there are cores, share the calls. Their logs lie in the folder OUT, build/sweep
# usually, and so do the test binaries, which are used as they are where there is no Go.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out=$(realpath -m "${OUT:-build/sweep}")
jobs=${JOBS:-$(nproc)}
curve=${CURVE:-bn254}
step=$((jobs * ${SHARE:-1}))
first=${FIRST:-1}
mkdir -p "$out"
export GNARK_ACCEL_REQUIRE_DEVICE=1 GNARK_ACCEL_LONG=1 GOMAXPROCS=2
export GNARK_ACCEL_CUDA_DRIVER=${GNARK_ACCEL_CUDA_DRIVER:-$root/build/libcuda_emulator.so}

status=0
for scheme in ${SCHEMES:-groth16 plonk}; do
	if command -v go >/dev/null; then
		CGO_ENABLED=0 go test -c -trimpath -tags cuda -ldflags='-s -w' -o "$out/$scheme.test" "./hooks/$scheme" || exit
	fi
	start=$SECONDS
	pids=()
	for ((i = 0; i < jobs; i++)); do
		(cd "hooks/$scheme" && exec "$out/$scheme.test" -test.v -test.timeout 0 \
			-test.run "^TestCloseBesideLives\$/^$curve\$" \
			-close-first $((first + i * ${SHARE:-1})) -close-step "$step") >"$out/$scheme-$curve-$i.log" 2>&1 &
		pids+=($!)
	done
	failed=0
	for pid in "${pids[@]}"; do wait "$pid" || failed=$((failed + 1)); done
	awk -v of="$scheme over $curve" -v seconds=$((SECONDS - start)) -v failed="$failed" '
		/closed at [0-9]+ calls/ { for (i = 1; i < NF; i++) if ($i == "at") n += $(i + 1) }
		END { printf "%s: closed at %d calls in %d s, %d processes failed\n", of, n, seconds, failed }' \
		"$out/$scheme-$curve"-*.log
	if ((failed)); then status=1; fi
done
exit "$status"
