#!/usr/bin/env bash
# Runs a campaign of silent faults on the emulator: 10 000 with an effect, 7 000 of them over BN254 and 1 000 over each
# other curve, half of them in proofs of each scheme. It prints what became of them, as tables.
#
#   scripts/campaign.sh                            all; hours on two cores, some nine minutes on 16
#   SCHEMES=plonk CURVES=bn254 scripts/campaign.sh some
#   FAULTS=1000 scripts/campaign.sh                another number of faults over all, with the same shares
#   SEED=5 scripts/campaign.sh                     other faults
#   TEST=TestCorruptedKeyless SCHEMES=groth16 scripts/campaign.sh     other proofs: TestCorruptedVerified usually
#   TEST=TestCorruptedHidden ARGS='-constraints 256'                  and of other circuits
#
# A campaign consists of pieces of 50 faults, as many at once as JOBS says, or there are cores. Each leaves its log in the
# folder OUT, build/campaign usually. A piece that has a log which ends well is not run again, so that a campaign goes on
# where it was stopped. The folder has the test binaries, too: where there is no Go, for instance on a host that is lent
# for its cores, they are used as they are.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
out=$(realpath -m "${OUT:-build/campaign}")
test=${TEST:-TestCorruptedVerified}
piece=50
mkdir -p "$out"

export GNARK_ACCEL_REQUIRE_DEVICE=1 GNARK_ACCEL_CUDA_DRIVER=${GNARK_ACCEL_CUDA_DRIVER:-$root/build/libcuda_emulator.so}
export GOMAXPROCS=1
unset GNARK_ACCEL_LONG

# plan lists the pieces: scheme, curve, first seed, faults. Seeds of two pieces are far apart.
plan() {
	local scheme curve share n i
	for scheme in ${SCHEMES:-groth16 plonk}; do
		for curve in ${CURVES:-bn254 bls12_377 bls12_381 bw6_761}; do
			share=1
			if [[ $curve == bn254 ]]; then share=7; fi
			n=$((${FAULTS:-10000} * share / 20))
			for ((i = 0; n > 0; i++, n -= piece)); do
				echo "$scheme $curve $((${SEED:-1} + 100000 * i)) $((n < piece ? n : piece))"
			done
		done
	done
}

# run_piece runs one piece, if it has not been run.
run_piece() {
	local scheme=$1 curve=$2 seed=$3 faults=$4
	local log=$out/$test-$scheme-$curve-$faults-$seed.log
	if grep -q '^PASS$' "$log" 2>/dev/null; then return; fi
	cd "$root/hooks/$scheme/internal/failuretest" || return
	# shellcheck disable=SC2086 # words of ARGS are arguments
	"$out/$scheme.test" -test.v -test.timeout 0 -test.run "^$test\$" \
		-curves "$curve" -seed "$seed" -faults "$faults" $args >"$log" 2>&1 || echo "failed: $log"
}
export -f run_piece
export out test root args="${ARGS:-}"

for scheme in ${SCHEMES:-groth16 plonk}; do
	if command -v go >/dev/null; then
		CGO_ENABLED=0 go test -c -trimpath -tags cuda -ldflags='-s -w' -o "$out/$scheme.test" \
			"./hooks/$scheme/internal/failuretest" || exit
	fi
done
start=$SECONDS
mapfile -t pieces < <(plan)
printf '%s\n' "${pieces[@]}" | xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'run_piece "$@"' run_piece

# table adds up the tables of logs. The first one of a log is that of its curve.
table() {
	awk '
		FNR == 1 { inside = ended = 0 }
		/ over [a-z0-9_]+:$/ && !ended { inside = 1; next }
		inside && /drawn effective/ { next }
		inside && NF >= 6 {
			name = $1
			for (i = 2; i <= NF - 5; i++) name = name " " $i
			if (!(name in seen)) { seen[name] = 1; order[++kinds] = name }
			for (i = 0; i < 5; i++) sum[name, i] += $(NF - 4 + i)
			if (name == "all") { inside = 0; ended = 1; logs++ }
		}
		END {
			printf "%-24s %6s %9s %6s %6s %6s\n", "fault", "drawn", "effective", "wrong", "later", "errors"
			for (k = 1; k <= kinds; k++) {
				printf "%-24s %6d %9d %6d %6d %6d\n", order[k], sum[order[k], 0], sum[order[k], 1], sum[order[k], 2],
					sum[order[k], 3], sum[order[k], 4]
			}
		}' "$@"
}

status=0 all=()
for scheme in ${SCHEMES:-groth16 plonk}; do
	for curve in ${CURVES:-bn254 bls12_377 bls12_381 bw6_761}; do
		logs=()
		while read -r s c seed faults; do
			log=$out/$test-$scheme-$curve-$faults-$seed.log
			if [[ $s == "$scheme" && $c == "$curve" ]]; then
				logs+=("$log")
				if ! grep -q '^PASS$' "$log" 2>/dev/null; then status=1; fi
			fi
		done < <(printf '%s\n' "${pieces[@]}")
		if ((${#logs[@]} == 0)); then continue; fi
		printf '\n%s, %s, %s\n' "$test" "$scheme" "$curve"
		table "${logs[@]}"
		all+=("${logs[@]}")
	done
done
printf '\n%s, all\n' "$test"
table "${all[@]}"
echo "$((SECONDS - start)) s, $(if ((status)); then echo "some pieces failed: see $out"; else echo "all pieces passed"; fi)"
exit "$status"
