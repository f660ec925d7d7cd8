// Package suite has the series of measurements that the project's pages cite, as command lines of
// bench. It has a small one for any machine.
package suite

import (
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// Part is some command lines whose rows go to one file.
type Part struct {
	Name  string
	Lines []string
}

// String is the name of the part.
func (p Part) String() string { return p.Name }

// Small is a series of each kind that takes about a minute on any machine.
func Small(kind results.Kind) []Part {
	if kind == results.Emulator { // solvers use no device
		return []Part{
			{"msm", []string{"msm -sizes 6,8 -warmup 1"}},
			{"ntt", []string{"ntt -sizes 6,8 -warmup 1 -queued 2"}},
			{"prove", []string{
				"prove -scheme groth16,plonk -constraints 300 -proofs 3 -warmup 0 -min-size 1"}},
		}
	}
	return []Part{
		{"msm", []string{"msm -groups bn254/g1,bn254/g2 -sizes 8,10,12 -warmup 1"}},
		{"ntt", []string{"ntt"}},
		{"prove", []string{
			"prove -scheme groth16,plonk -constraints 1024,4096 -proofs 3 -warmup 0"}},
		{"solve", []string{"solve -circuit mimc,sha256 -constraints 16384"}},
	}
}

// Full is the set that the pages cite, on a GPU. Each part takes minutes. What matters most comes
// first in each, for a budget of time may end it. Constraints just fit domains of 2^16, 2^18, 2^20
// and 2^22 rows.
func Full() []Part {
	return []Part{
		{"msm", sums()},
		{"ntt", []string{"ntt -sizes 18,20,22,24 -runs 15 -warmup 3 -curve " +
			strings.Join(subjects.Curves(), ",")}},
		{"prove", both(
			"-constraints 65300,261900,1048200 -gnark-proofs 3 -stream 20",
			"-circuit sha256 -constraints 246000 -gnark-proofs 3", // nine blocks
		)},
		{"small", small()},
		{"large", both(
			"-constraints 4189900 -proofs 5 -warmup 1 -gnark-proofs 0 -memory-limit 0,12G,6G")},
		{"curves", both("-constraints 261900 -gnark-proofs 3 -curve " + otherCurves())},
		{"options", append(both(
			"-constraints 261900 -proofs 15 -gnark-proofs 0",
			"-constraints 261900 -proofs 15 -gnark-proofs 0 -commitments 1",
			"-constraints 261900 -proofs 15 -gnark-proofs 0 -commitments 2"),
			"prove -scheme plonk -constraints 261900 -proofs 15 -gnark-proofs 0 -statistical-zk",
		)},
		{"real", realProofs()},
		{"scarce", both("-constraints 1048200 -memory-limit 2G -gnark-proofs 0")},
		{"solve", []string{
			"solve -threads 1,0 -circuit mimc,sha256,keccak,eddsa,merkle,rangecheck,ecdsa"}},
	}
}

// small are proofs that take gnark milliseconds, with a GPU and without one. Programs that lack a
// GPU mostly give no verifying key either. SHA-256 has one block at least.
func small() (lines []string) {
	const upTo14 = "-constraints 256,1024,4096,16384 -proofs 50"
	const cpu = " -backend cpu -proofs 50 -circuit "
	lines = both(upTo14, "-circuit sha256 -constraints 27000,65000 -proofs 50")
	for _, scheme := range []string{"groth16 -keyless", "plonk"} {
		lines = append(lines,
			"prove -scheme "+scheme+cpu+"mimc -constraints 256,1024,4096,16384,65300",
			"prove -scheme "+scheme+cpu+"sha256 -constraints 27000,65000")
	}
	return lines
}

// realProofs are of circuits that people buy GPUs for, in sizes that they have, the fastest to make
// first. Three are as large as proofs whose times others have published: SP1's wrap, apk-proofs and
// Linea's prover.
func realProofs() (lines []string) {
	for _, f := range []string{
		"-scheme groth16 -curve bn254 -circuit ecrecover -constraints 1000000 -gnark-proofs 1",
		"-scheme groth16 -curve bn254 -circuit pairing -constraints 1700000 -gnark-proofs 1",
		"-scheme groth16 -curve bw6-761 -circuit recursion -constraints 1000000 -gnark-proofs 1",
		"-scheme plonk -curve bn254 -circuit ecmul -constraints 4000000 -gnark-proofs 1",
		"-scheme groth16 -curve bn254 -circuit batch-append -constraints 8000000 -gnark-proofs 1",
		"-scheme plonk -curve bls12-381 -circuit apk -constraints 7100000 -gnark-proofs 1",
		"-scheme plonk -curve bn254 -circuit recursion -constraints 15800000 -gnark-proofs 1",
		"-scheme plonk -curve bls12-377 -circuit ecmul -constraints 48000000 -gnark-proofs 0",
	} {
		lines = append(lines, "prove -proofs 3 "+f)
	}
	return lines
}

// both proves with both schemes.
func both(flags ...string) (lines []string) {
	for _, f := range flags {
		lines = append(lines, "prove -scheme groth16,plonk "+f)
	}
	return lines
}

// sums are all groups in sizes that provers have. BN254's G1, on which most provers spend their
// time, is there in every setting.
func sums() []string {
	const main, uniform = "msm -cpu -1 -runs 15 -warmup 3 ", "-distributions uniform "
	groups := slices.DeleteFunc(subjects.Groups(), func(g string) bool { return g == "bn254/g1" })

	return []string{
		main + "-sizes 14,16,18,20,22,24 -device -cpu 20",
		main + "-sizes 20 -distributions ones,small,equal,half",
		main + "-sizes 16 -batch 8",
		main + "-sizes 16,18,20,22,24 -one-shot",
		"msm -cpu 16 -sizes 16,18,20,22 -groups " + strings.Join(groups, ","),
		main + "-sizes 24 -memory-limit 2G " + uniform,
		"msm -cpu -1 -groups bls12-381/g1,bls12-377/g1 -sizes 24 " + uniform, // six limbs
		main + "-sizes 26 -device -runs 7 " + uniform,
	}
}

// otherCurves are all but the first, which the other parts prove over.
func otherCurves() string { return strings.Join(subjects.Curves()[1:], ",") }
