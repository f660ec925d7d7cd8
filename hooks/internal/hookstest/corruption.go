//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Campaign makes proofs with a silent fault each, drawn by seed. Faults occur while the key is
// loaded, while the circuit is prepared, and in the proof. Campaign counts the effects, and the
// wrong proofs that left Prove.
type Campaign struct {
	Curve    ecc.ID
	Examples []circuits.Example
	// Effective is the number of faults with an effect to reach.
	Effective int
	Seed      uint64
	// Options of the engine.
	Engine []accel.Option
}

// Tally counts the faults of one kind.
type Tally struct {
	// Drawn faults had an Effect if they were noticed, or gave a wrong proof.
	Drawn, Effect int
	// Wrong proofs left Prove; Later counts faults after which a second proof was wrong. Errors
	// were returned instead of a proof.
	Wrong, Later, Errors int
}

func (t *Tally) add(o Tally) {
	t.Drawn += o.Drawn
	t.Effect += o.Effect
	t.Wrong += o.Wrong
	t.Later += o.Later
	t.Errors += o.Errors
}

// Tallies are the results of a campaign, in the order of [devicetest.Faults].
type Tallies []Tally

// Sum adds up the faults of single words, or the others.
func (ts Tallies) Sum(ofWords bool) (sum Tally) {
	for i, t := range ts {
		if devicetest.Faults[i].OfWords() == ofWords {
			sum.add(t)
		}
	}
	return sum
}

// String is the table of a campaign.
func (ts Tallies) String() string {
	var s strings.Builder
	line := func(name string, t Tally) {
		fmt.Fprintf(&s, "%-24s %6d %9d %6d %6d %6d\n",
			name, t.Drawn, t.Effect, t.Wrong, t.Later, t.Errors)
	}
	fmt.Fprintf(&s, "%-24s %6s %9s %6s %6s %6s\n",
		"fault", "drawn", "effective", "wrong", "later", "errors")
	for i, t := range ts {
		line(devicetest.Faults[i].Name, t)
	}
	not, words := ts.Sum(false), ts.Sum(true)
	line("not done", not)
	line("words", words)
	not.add(words)
	line("all", not)
	return s.String()
}

// A campaign may be told its size: go test … -args -faults 300 -constraints 256 -curves bn254. With
// other seeds it draws other faults, so that one campaign can be several processes.
var (
	faults      = flag.Int("faults", 0, "effective faults over each curve; 0 is the usual number")
	constraints = flag.Int("constraints", 40, "constraints of the larger circuit of a campaign")
	firstSeed   = flag.Uint64("seed", 1, "seed of the first fault; those that follow count up")
	over        = flag.String("curves", "", "curves of a campaign, separated by commas")
)

// Faults of a campaign that is neither short nor long. A life with many hidden wires takes seconds
// on an emulated device.
const (
	usualFaults       = 20
	usualHiddenFaults = 8
)

// corruptions returns how many faults a campaign over a curve has: seconds of them usually.
func corruptions(curve ecc.ID, usual int) int {
	switch {
	case *faults > 0:
		return *faults
	case os.Getenv(devicetest.LongVariable) == "1" && curve == ecc.BN254:
		return 3500
	case os.Getenv(devicetest.LongVariable) == "1":
		return 500
	case testing.Short():
		return 6
	default:
		return usual
	}
}

// Corrupted runs a campaign over each curve, and adds up what it gave. A short one takes the first
// curve. A panic, a hang or an object left on the device fails the test, and so does a proof that
// the campaign expects to verify.
func (s *Scheme[PK, VK, P]) Corrupted(
	t *testing.T, check func(t *testing.T, all Tallies),
	options func(VK) []backend.ProverOption, engine ...accel.Option,
) {
	larger := circuits.Powers(fmt.Sprint(*constraints, " constraints"), *constraints)
	examples := []circuits.Example{smallest, larger}
	s.corruptedIn(t, examples, usualFaults, check, options, engine...)
}

// CorruptedHidden is Corrupted with a circuit that commits to a number of wires.
func (s *Scheme[PK, VK, P]) CorruptedHidden(
	t *testing.T, wires int, check func(t *testing.T, all Tallies),
	options func(VK) []backend.ProverOption, engine ...accel.Option,
) {
	hidden := circuits.Hidden(fmt.Sprint(wires, " hidden wires"), wires, *constraints)
	s.corruptedIn(t, []circuits.Example{hidden}, usualHiddenFaults, check, options, engine...)
}

func (s *Scheme[PK, VK, P]) corruptedIn(
	t *testing.T, examples []circuits.Example, usual int, check func(t *testing.T, all Tallies),
	options func(VK) []backend.ProverOption, engine ...accel.Option,
) {
	all := make(Tallies, len(devicetest.Faults))
	for _, curve := range curves.IDs() {
		if !campaigned(curve) {
			continue
		}
		t.Run(curve.String(), func(t *testing.T) {
			c := Campaign{curve, examples, corruptions(curve, usual), *firstSeed, engine}
			for i, tally := range s.Run(t, c, options) {
				all[i].add(tally)
			}
		})
	}
	t.Logf("%s, all curves:\n%s", s.Name, all)
	check(t, all)
}

// campaigned says whether a curve has a campaign.
func campaigned(curve ecc.ID) bool {
	if *over != "" {
		return slices.Contains(strings.Split(*over, ","), curve.String())
	}
	return curve == ecc.BN254 || os.Getenv(devicetest.LongVariable) == "1"
}

// Run runs a campaign.
func (s *Scheme[PK, VK, P]) Run(
	t *testing.T, c Campaign, options func(VK) []backend.ProverOption,
) Tallies {
	t.Helper()
	defer logger.Set(logger.Logger())
	logger.Disable()
	e := devicetest.Emulator(t)
	t.Cleanup(e.Reset)
	e.Reset()
	var lives []*corruptedLife[PK, VK, P]
	for _, example := range c.Examples {
		i := s.MakeOn(t, c.Curve, example)
		l := &corruptedLife[PK, VK, P]{scheme: s, instance: i, emulator: e, campaign: c}
		if options != nil {
			l.options = options(i.VK)
		}
		l.runs = make(map[string]uint64)
		if o := l.live(t, "", 0); o != (Tally{Drawn: 1}) {
			t.Fatalf("without a fault: %+v", o)
		}
		lives = append(lives, l)
	}
	tallies, effective := make(Tallies, len(devicetest.Faults)), 0
	for seed := c.Seed; effective < c.Effective && !t.Failed(); seed++ {
		draw := rand.New(rand.NewPCG(seed, seed))
		l, f := lives[draw.IntN(len(lives))], devicetest.DrawFault(draw)
		runs := l.runs[devicetest.Faults[f].Operation]
		if runs == 0 {
			continue
		}
		fault := devicetest.Faults[f].At(1 + draw.Uint64N(runs))
		o := l.live(t, fault, seed)
		if o.Wrong+o.Later > 0 {
			t.Logf("seed %d, %s, %s: %d wrong, %d later", seed, l.instance.Name, fault, o.Wrong,
				o.Later)
		}
		tallies[f].add(o)
		effective += o.Effect
	}
	t.Logf("%s over %s:\n%s", s.Name, c.Curve, tallies)
	return tallies
}

// corruptedLife is the life of a key in a campaign: attached, proved with twice, released.
type corruptedLife[PK ProvingKey, VK any, P Proof] struct {
	scheme   *Scheme[PK, VK, P]
	instance *Instance[PK, VK]
	emulator *driver.Emulator
	campaign Campaign
	options  []backend.ProverOption
	runs     map[string]uint64 // of operations up to the first proof's end, without a fault
}

// live lives once, with a fault between the attaching and the first proof's end.
func (l *corruptedLife[PK, VK, P]) live(t *testing.T, fault string, seed uint64) Tally {
	t.Helper()
	l.emulator.Reset()
	defer randomness.Constant(fmt.Sprint(seed))()
	opts := append(devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(2))),
		l.campaign.Engine...)
	e, err := accel.Open(opts...)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, err := range []error{
		l.emulator.Set("SEED", fmt.Sprint(seed+1)), l.emulator.Corrupt(fault),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	outcome := Tally{Drawn: 1}
	if err := l.scheme.Attach(l.instance.PK, e); err != nil {
		outcome.Errors++
	}
	defer l.scheme.Release(l.instance.PK)
	l.prove(t, e, &outcome.Wrong, &outcome.Errors)
	noticed := e.Statistics().Failures+e.Statistics().WrongProofs > 0
	if fault == "" {
		for _, f := range devicetest.Faults {
			l.runs[f.Operation] = l.emulator.Runs(f.Operation)
		}
	}
	l.prove(t, e, &outcome.Later, &outcome.Errors)
	if l.emulator.Corrupted() > 0 && (noticed || outcome.Wrong+outcome.Later+outcome.Errors > 0) {
		outcome.Effect = 1
	}
	return outcome
}

// prove makes a proof, and counts a wrong one or an error.
func (l *corruptedLife[PK, VK, P]) prove(t *testing.T, e *accel.Engine, wrong, errors *int) {
	i := l.instance
	proof, err := l.scheme.Accelerated(i.CCS, i.PK, i.Full, l.options...)
	if err != nil {
		*errors++
		return
	}
	if l.scheme.Verify(proof, i.VK, i.Public) != nil {
		*wrong++
	}
}

// NoneWrong expects that no wrong proof left, nor an error in place of a proof.
func NoneWrong(t *testing.T, all Tallies) {
	sum := all.Sum(false)
	sum.add(all.Sum(true))
	if sum.Wrong+sum.Later+sum.Errors > 0 {
		t.Errorf("%d wrong proofs, %d after the fault, %d errors", sum.Wrong, sum.Later, sum.Errors)
	}
}

// NoneWrongStrict expects that no wrong proof left a strict engine.
func NoneWrongStrict(t *testing.T, all Tallies) {
	sum := all.Sum(false)
	sum.add(all.Sum(true))
	if sum.Wrong+sum.Later > 0 {
		t.Errorf("%d wrong proofs, %d after the fault", sum.Wrong, sum.Later)
	}
}

// WrongDevice proves with a device whose transforms are wrong each time. gnark's proof leaves. The
// device is blamed, and left after the second witness. A strict engine has an error instead.
func (s *Scheme[PK, VK, P]) WrongDevice(t *testing.T, options func(VK) []backend.ProverOption) {
	emulator := devicetest.Emulator(t)
	t.Cleanup(emulator.Reset)
	const fault = "bn254_fr_ntt_frequency:1+=skip"
	i := s.Shared(t, "domain just filled")
	begin := func(t *testing.T, engine ...accel.Option) *accel.Engine {
		emulator.Reset()
		e := Engine(t, engine...)
		s.AttachFor(t, i.PK, e)
		s.Prove(t, i, options(i.VK)...)
		if err := emulator.Corrupt(fault); err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Run("falls back", func(t *testing.T) {
		e := begin(t)
		for n, want := range []struct {
			proofs uint64
			lost   bool
		}{{2, false}, {4, true}, {4, true}} {
			s.Prove(t, i, options(i.VK)...)
			use, why := e.Statistics(), e.Unavailable()
			if use.WrongProofs != want.proofs || use.WrongSolutions != 0 ||
				errors.Is(why, accel.ErrInvalidResult) != want.lost {
				t.Errorf("proof %d: %v, %+v", n, why, use)
			}
		}
	})
	t.Run("strict", func(t *testing.T) {
		e := begin(t, accel.WithStrict())
		proof, err := s.Accelerated(i.CCS, i.PK, i.Full, options(i.VK)...)
		if !errors.Is(err, accel.ErrInvalidResult) || any(proof) != nil {
			t.Errorf("got %v, %v", proof, err)
		}
		if use := e.Statistics(); use.WrongProofs != 1 || e.Unavailable() != nil {
			t.Errorf("%v, %+v", e.Unavailable(), use)
		}
		if err := emulator.Corrupt(""); err != nil {
			t.Fatal(err)
		}
		s.Prove(t, i, options(i.VK)...)
	})
}
