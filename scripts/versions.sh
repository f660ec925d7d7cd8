#!/usr/bin/env bash
# Prints which versions of gnark, gnark-crypto and Go this module works with, as a Markdown table.
# Each row is measured on a copy of the module with these requirements. "proves": types are right
# with and without the tag, and a program built with it proves over each curve with both schemes,
# and gnark verifies. "tests": proofs are byte for byte those of gnark, of a circuit with
# commitments and of one without. Both run on the emulator if GNARK_ACCEL_CUDA_DRIVER names it.
# Needs the module proxy, and compiles gnark anew for each row: three minutes of a processor.
#
#   scripts/versions.sh                             # all rows
#   scripts/versions.sh v0.16.3:v0.22.0:1.26.8      # gnark, gnark-crypto, Go
set -euo pipefail
# Paths are left out of what is compiled, so that copies of the module share it.
export CGO_ENABLED=0 GOFLAGS=-trimpath

rows=("$@")
if [[ ${#rows[@]} == 0 ]]; then
	rows=(
		v0.14.0:v0.19.0:1.25.7
		v0.15.0:v0.20.1:1.25.7
		v0.16.0:v0.21.0:1.25.7
		v0.16.1:v0.21.0:1.25.7
		v0.16.2:v0.21.0:1.25.7
		v0.16.3:v0.21.0:1.25.7
		v0.16.3:v0.21.0:1.26.8
		v0.16.0:v0.22.0:1.26.8
		v0.16.1:v0.22.0:1.26.8
		v0.16.2:v0.22.0:1.26.8
		v0.16.3:v0.22.0:1.26.8
	)
fi
tests='^(TestSameProofAsGnark|TestHashToField)$/^(cubic|several_commitments|.*bytes)$'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
log=$folder/log

# probe is a program that proves with the hooks and has gnark verify: it needs nothing of the tests.
probe() {
	cat <<'GO'
package main

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	ourGroth16 "github.com/gnark-accel/gnark-accel/hooks/groth16"
	ourPlonk "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

type circuit struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *circuit) Define(api frontend.API) error {
	api.AssertIsEqual(c.Y, api.Add(api.Mul(c.X, c.X, c.X), c.X, 5))
	return nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	for _, curve := range []ecc.ID{ecc.BN254, ecc.BLS12_377, ecc.BLS12_381, ecc.BW6_761} {
		field := curve.ScalarField()
		full := must(frontend.NewWitness(&circuit{X: 3, Y: 35}, field))
		public := must(full.Public())

		ccs := must(frontend.Compile(field, r1cs.NewBuilder, &circuit{}))
		pk, vk, err := groth16.Setup(ccs)
		must(0, err)
		must(0, groth16.Verify(must(ourGroth16.Prove(ccs, pk, full)), vk, public))

		ccs = must(frontend.Compile(field, scs.NewBuilder, &circuit{}))
		canonical, lagrange, err := unsafekzg.NewSRS(ccs)
		must(0, err)
		ppk, pvk, err := plonk.Setup(ccs, canonical, lagrange)
		must(0, err)
		must(0, plonk.Verify(must(ourPlonk.Prove(ccs, ppk, full)), pvk, public))
	}
	fmt.Println("verified")
}
GO
}

# step runs a command in the copy of the module, with its output in the log.
step() {
	(cd "$module" && "$@") >"$log" 2>&1
}

# require sets the versions.
require() {
	go mod edit -require="github.com/consensys/gnark@$gnark" \
		-require="github.com/consensys/gnark-crypto@$crypto" -go="$go" &&
		go mod tidy -e # -e: tests may import packages that an older gnark has not
}

# try prints a row. Of a step that fails the output goes to standard error.
try() {
	local gnark=$1 crypto=$2 go=$3 module=$folder/$1-$2-$3 proves=no tested=no
	mkdir -p "$module/internal/probe"
	git ls-files -z --cached --others --exclude-standard -- ':!bench' ':!service' |
		xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' sh |
		tar --null --files-from=- --create | tar --extract --directory="$module"
	probe >"$module/internal/probe/main.go"
	export GOTOOLCHAIN=go$go
	if step require && step go run ./internal/typecheck -packages ./internal/probe linux/amd64 &&
		step go run -ldflags=-w -tags cuda ./internal/probe; then
		proves=yes
		step go test -count=1 -vet=off -ldflags=-w -timeout 30m -tags cuda -run "$tests" \
			./hooks/groth16 ./hooks/plonk && tested=yes
	fi
	if [[ $tested == no ]]; then
		echo "versions: gnark $gnark, gnark-crypto $crypto, Go $go: proves: $proves, tests: $tested" >&2
		grep -v '^go: \(downloading\|finding\)' "$log" | head -20 >&2
	fi
	# The version that was chosen in the end, which gnark may have raised.
	crypto=$(cd "$module" && go list -m -f '{{.Version}}' github.com/consensys/gnark-crypto 2>/dev/null || echo "$crypto")
	echo "| $gnark | $crypto | $go | $proves | $tested |"
	rm -rf "$module"
}

echo "| gnark | gnark-crypto | Go | proves | tests |"
echo "|---|---|---|---|---|"
for row in "${rows[@]}"; do
	IFS=: read -r gnark crypto go <<<"$row"
	try "$gnark" "$crypto" "$go"
done
