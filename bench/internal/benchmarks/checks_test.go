package benchmarks

import (
	"errors"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// TestOtherKeysAreNoticed: keys of two circuits are not the same, and a pair of both is refused.
func TestOtherKeysAreNoticed(t *testing.T) {
	for _, name := range []string{proving.Groth16, proving.PLONK} {
		scheme, err := proving.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		var pairs [2]proving.Keys
		var last *comparison
		var gnarks proving.Setup
		for k, wanted := range []int{50, 900} {
			last = &comparison{one: &one{
				circuit: catalog.MiMC, curve: ecc.BN254, scheme: scheme, wanted: wanted}}
			if err := last.compile("setup"); err != nil {
				t.Fatal(err)
			}
			_, gnarks, err = scheme.Setups(last.System, nil)
			if err == nil {
				pairs[k], err = gnarks()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := same(pairs[0].Proving, pairs[1].Proving); !errors.Is(err, errOther) {
			t.Errorf("%s: %v", name, err)
		}
		if err := last.checkKeys(pairs[1], gnarks); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mixed := proving.Keys{Proving: pairs[1].Proving, Verifying: pairs[0].Verifying}
		if err := last.checkKeys(mixed, gnarks); err == nil {
			t.Errorf("%s: the wrong verifying key is not noticed", name)
		}
	}
}

// wrongGroup has MSMs that are wrong.
type wrongGroup struct{ implementations.Group }

func (wrongGroup) Resident() (time.Duration, error) { return 1, implementations.ErrWrong }

// TestPhases: times in the engine's log become medians and shares of the limit, and a wrong MSM is
// no row.
func TestPhases(t *testing.T) {
	implementation, err := implementations.New("bn254/g1")
	if err != nil {
		t.Fatal(err)
	}
	p := &points{possible: 2e9, msms: &msms{Batch: 1}, size: 20, group: implementation}
	log := p.log.Logger()
	for _, ms := range []float64{1, 3, 2} {
		log.Debug().Int("window", 15).Int("factor", 4).Int("chunks", 2).Float64("upload", ms).
			Float64("partition", 2*ms).Float64("accumulate", 10*ms).Float64("reduce", 4*ms).
			Msg("msm done")
	}
	row := results.New("msm", results.Setting{"scalars": "uniform"})
	row.Times[results.Ours] = results.Sample{34}
	p.describe(row, 1, p.log.Entries("msm done"))
	// 17 windows of 15 bits in 254: 17·2²⁰ additions in 20 ms, of 2·10⁹ a second.
	additions := 17 * float64(1<<20)
	for name, want := range map[string]float64{"window": 15, "factor": 4, "chunks": 2,
		"upload-ms": 2, "partition-ms": 4, "accumulate-ms": 20, "reduce-ms": 8,
		"accumulate-of-limit": additions / 20 * 1e3 / 2e9,
		"whole-of-limit":      additions / 34 * 1e3 / 2e9} {
		if got := row.Figures[name]; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	witness := results.New("msm", results.Setting{"scalars": "witness"})
	if p.describe(witness, 1, p.log.Entries("msm done")); witness.Figures["whole-of-limit"] != 0 {
		t.Error("limits of scalars that are zero in part")
	}
	p.group = wrongGroup{implementation}
	if _, err = p.call(); !errors.Is(err, implementations.ErrWrong) {
		t.Errorf("a wrong MSM: %v", err)
	}
}

// TestRounds: a line of PLONK's prover has all rounds, one of Groth16's follows the solver's.
func TestRounds(t *testing.T) {
	book := new(logbook.Book)
	log := book.Logger()
	log.Debug().Float64("took", 7).Msg("constraint system solver done")
	log.Debug().Float64("took", 5).Float64("verification", 1).Msg("prover done")
	groth16 := results.New("prove", nil)
	enterRounds(groth16, rounds(book))
	book.Reset()
	log.Debug().Float64("took", 9).Float64("solver", 4).Float64("openings", 5).Msg("prover done")
	plonk := results.New("prove", nil)
	enterRounds(plonk, rounds(book))
	if f := groth16.Figures; f["round-solver-ms"] != 7 || f["beyond-solver-ms"] != 5 ||
		f["round-verification-ms"] != 1 {
		t.Errorf("Groth16: %v", f)
	}
	if f := plonk.Figures; f["round-solver-ms"] != 4 || f["beyond-solver-ms"] != 5 ||
		f["round-openings-ms"] != 5 {
		t.Errorf("PLONK: %v", f)
	}
}
