package suite

import "github.com/gnark-accel/gnark-accel/bench/internal/prove"

// realProof is a proof of a circuit that people buy GPUs for, in a size that they have.
type realProof struct {
	scheme, curve, circuit string
	constraints            int
	gnark                  bool // whether gnark's prover makes it as well
}

// realProofs begin with the fastest to make, for a budget of time may end them. Three are as large
// as proofs whose times others have published.
var realProofs = []realProof{
	{"groth16", "bn254", "ecrecover", 1_000_000, true},
	{"groth16", "bn254", "pairing", 1_700_000, true},
	{"groth16", "bw6-761", "recursion", 1_000_000, true},
	{"plonk", "bn254", "ecmul", 4_000_000, true},
	{"groth16", "bn254", "batch-append", 8_000_000, true}, // as SP1's wrap
	{"plonk", "bls12-381", "apk", 7_100_000, true},        // as apk-proofs
	{"plonk", "bn254", "recursion", 15_800_000, true},     // three proofs: 2^24 rows
	{"plonk", "bls12-377", "ecmul", 48_000_000, false},    // as Linea's: 2^26 rows
}

// Real are proofs of the catalogue's large circuits, with the other settings of base. wanted
// chooses among them.
func Real(base prove.Settings, wanted func(prove.Settings) bool) (all []prove.Settings) {
	for _, p := range realProofs {
		s := base
		s.Scheme, s.Curve, s.Circuit = p.scheme, p.curve, p.circuit
		s.Constraints = []int{p.constraints}
		if !p.gnark {
			s.GnarkProofs = 0
		}
		if wanted(s) {
			all = append(all, s)
		}
	}
	return all
}
