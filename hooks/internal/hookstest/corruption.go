//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

type tally struct {
	// The faults drawn had an effect if they were noticed, or gave a wrong proof.
	drawn, effect int
	// Wrong proofs left Prove; later counts faults after which a second proof was wrong. Errors
	// were returned instead of a proof.
	wrong, later, errors int
}

func (t *tally) add(o tally) {
	t.drawn += o.drawn
	t.effect += o.effect
	t.wrong += o.wrong
	t.later += o.later
	t.errors += o.errors
}

// tallies are the results of a campaign, in the order of [devicetest.Faults].
type tallies []tally

// sums adds up the faults of single words, the others, and all.
func (ts tallies) sums() (words, not, all tally) {
	for i, t := range ts {
		all.add(t)
		if devicetest.Faults[i].OfWords() {
			words.add(t)
		} else {
			not.add(t)
		}
	}
	return words, not, all
}

// String is the table of a campaign.
func (ts tallies) String() string {
	var s strings.Builder
	line := func(name string, t tally) {
		fmt.Fprintf(&s, "%-24s %6d %9d %6d %6d %6d\n",
			name, t.drawn, t.effect, t.wrong, t.later, t.errors)
	}
	fmt.Fprintf(&s, "%-24s %6s %9s %6s %6s %6s\n",
		"fault", "drawn", "effective", "wrong", "later", "errors")
	for i, t := range ts {
		line(devicetest.Faults[i].Name, t)
	}
	words, not, all := ts.sums()
	line("not done", not)
	line("words", words)
	line("all", all)
	return s.String()
}

// drawnForOne bounds the faults that are drawn for one that has an effect.
const drawnForOne = 20

// A campaign may be told its size: go test … -args -faults 300 -constraints 256 -curves bn254. With
// other seeds it draws other faults, so that one campaign can be several processes.
var (
	faults      = flag.Int("faults", 0, "effective faults over each curve; 0 is the usual number")
	constraints = flag.Int("constraints", 40, "constraints of the larger circuit of a campaign")
	firstSeed   = flag.Uint64("seed", 1, "seed of the first fault; those that follow count up")
	over        = flag.String("curves", "", "curves of a campaign, separated by commas")
	hit         = flag.String("hit", "", "what all faults of a campaign hit: H, wires or bases")
)

// targets are the kernels that make the values which a campaign hits.
var targets = map[string][]string{
	"H":     {"fr_sparse_multiply", "fr_ntt_frequency", "fr_ntt_time", "fr_multiply", "fr_combine"},
	"wires": {"fr_gather"},
	"bases": {"g1_precompute", "g2_precompute"},
}

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
	case devicetest.Thorough(false) && curve == ecc.BN254:
		return 3500
	case devicetest.Thorough(false):
		return 500
	case testing.Short():
		return max(1, usual/8)
	default:
		return usual
	}
}

// Corrupted runs a campaign over each curve, and adds up the results. A short one takes the first
// curve. A panic, a hang or an object left on the device fails the test, and so do a wrong proof
// that left Prove and, unless the engine is strict, an error in place of a proof. More circuits
// join the smallest and a larger one.
func (s *Scheme[PK, VK, P]) Corrupted(
	t *testing.T, strict bool, options func(VK) []backend.ProverOption, more ...circuits.Example,
) {
	if strict && testing.Short() {
		t.Skip("-short has faults for engines that fall back")
	}
	larger := circuits.Powers(fmt.Sprint(*constraints, " constraints"), *constraints)
	all := append(more, s.smallest(t), larger)
	s.corrupted(t, all, usualFaults, strict, options)
}

// CorruptedHidden is Corrupted with a circuit that commits to a number of wires.
func (s *Scheme[PK, VK, P]) CorruptedHidden(
	t *testing.T, wires int, options func(VK) []backend.ProverOption,
) {
	hidden := circuits.Hidden(fmt.Sprint(wires, " hidden wires"), wires, *constraints)
	s.corrupted(t, []circuits.Example{hidden}, usualHiddenFaults, fallingBack, options)
}

// CorruptedRarely is Corrupted with circuits of whose proofs a device makes nothing.
func (s *Scheme[PK, VK, P]) CorruptedRarely(
	t *testing.T, options func(VK) []backend.ProverOption, examples ...circuits.Example,
) {
	s.corrupted(t, examples, usualHiddenFaults/2, fallingBack, options)
}

// fallingBack is an engine that is not strict.
const fallingBack = false

func (s *Scheme[PK, VK, P]) corrupted(
	t *testing.T, examples []circuits.Example, usual int, strict bool,
	options func(VK) []backend.ProverOption,
) {
	all := make(tallies, len(devicetest.Faults))
	for _, curve := range curve.IDs() {
		if !campaigned(curve) {
			continue
		}
		t.Run(curve.String(), func(t *testing.T) {
			var lives []*corruptedLife[PK, VK, P]
			for _, example := range examples {
				i := s.MakeOn(t, curve, example)
				for _, proved := range []bool{false, true} {
					lives = append(lives, &corruptedLife[PK, VK, P]{
						scheme: s, instance: i, emulator: devicetest.Emulator(t), strict: strict,
						options: options(i.VK), curve: curve, runs: make(map[string]uint64),
						proved: proved,
					})
				}
			}
			found := campaign(t, lives, corruptions(curve, usual))
			t.Logf("%s over %s:\n%s", s.Name, curve, found)
			for i := range found {
				all[i].add(found[i])
			}
		})
	}
	t.Logf("%s, all curves:\n%s", s.Name, all)
	_, _, sum := all.sums()
	if sum.wrong+sum.later > 0 || !strict && sum.errors > 0 {
		t.Errorf("%d wrong proofs, %d after the fault, %d errors", sum.wrong, sum.later, sum.errors)
	}
}

func campaigned(curve ecc.ID) bool {
	if *over != "" {
		return slices.Contains(strings.Split(*over, ","), curve.String())
	}
	return curve == ecc.BN254 || devicetest.Thorough(false)
}

// campaign makes proofs with a silent fault each, drawn by seed. It ends after a number of faults
// that have an effect. They occur while the key is loaded, while the circuit is prepared, and in
// the proof; or in a second proof, on which our check decides without gnark's verifier.
func campaign[PK ProvingKey, VK any, P Proof](
	t *testing.T, lives []*corruptedLife[PK, VK, P], effective int,
) tallies {
	defer logger.Set(logger.Logger())
	logger.Disable()
	t.Cleanup(lives[0].emulator.Reset)
	for _, l := range lives {
		if o := l.live(t, "", 0); o != (tally{drawn: 1}) {
			t.Fatalf("without a fault: %+v", o)
		}
	}
	all, found := make(tallies, len(devicetest.Faults)), 0
	last := *firstSeed + drawnForOne*uint64(effective)
	for seed := *firstSeed; found < effective && seed < last && !t.Failed(); seed++ {
		draw := rand.New(rand.NewPCG(seed, seed))
		l := lives[draw.IntN(len(lives))]
		f, fault := l.draw(draw)
		if fault == "" {
			continue
		}
		o := l.live(t, fault, seed)
		if o.wrong+o.later > 0 {
			t.Logf("seed %d, %s, %s: %d wrong, %d later", seed, l.instance.Name, fault, o.wrong,
				o.later)
		}
		all[f].add(o)
		found += o.effect
	}
	return all
}

// corruptedLife is the life of a key in a campaign: attached, proved with twice, released.
type corruptedLife[PK ProvingKey, VK any, P Proof] struct {
	scheme   *Scheme[PK, VK, P]
	instance *Instance[PK, VK]
	emulator *cuda.Emulator
	strict   bool
	options  []backend.ProverOption
	curve    ecc.ID
	runs     map[string]uint64 // of operations up to the first proof's end, without a fault
	proved   bool              // a proof comes before the fault
}

// draw draws one of [devicetest.Faults], by its index and in the words of the emulator. There is
// none if nothing runs that it could hit.
func (l *corruptedLife[PK, VK, P]) draw(draw *rand.Rand) (index int, fault string) {
	index = devicetest.DrawFault(draw)
	f := devicetest.Faults[index]
	if kernels := l.kernels(); len(kernels) > 0 && f.Operation == "kernel" {
		f.Operation = kernels[draw.IntN(len(kernels))]
	} else if len(kernels) > 0 {
		return index, ""
	}
	runs := l.runs[f.Operation]
	if runs == 0 {
		return index, ""
	}
	return index, f.At(1 + draw.Uint64N(runs))
}

// kernels lists the kernels that all faults hit; none if faults hit anything.
func (l *corruptedLife[PK, VK, P]) kernels() (names []string) {
	for _, name := range targets[*hit] {
		names = append(names, l.curve.String()+"_"+name)
	}
	return names
}

// live lives once, with a fault from the attaching to the first proof's end. Or the fault is in the
// proof after it.
func (l *corruptedLife[PK, VK, P]) live(t *testing.T, fault string, seed uint64) tally {
	t.Helper()
	l.emulator.Reset()
	defer randomness.Constant(fmt.Sprint(seed))()
	opts := devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(2)))
	opts = append(opts, l.scheme.EngineOptions...)
	if l.strict {
		opts = append(opts, accel.WithStrict())
	}
	e, err := accel.Open(opts...)
	devicetest.NoError(t, err)
	defer e.Close()
	outcome := tally{drawn: 1}
	if l.proved {
		devicetest.NoError(t, l.scheme.Attach(l.instance.PK, e))
		l.prove(&outcome.errors, &outcome.errors)
	}
	devicetest.NoError(t, l.emulator.Set("SEED", fmt.Sprint(seed+1)), l.emulator.Corrupt(fault))
	if err := l.scheme.Attach(l.instance.PK, e); err != nil {
		outcome.errors++
	}
	defer l.scheme.Release(l.instance.PK)
	l.prove(&outcome.wrong, &outcome.errors)
	use := e.Statistics()
	noticed := use.Failures+use.WrongProofs+use.WrongSums > 0
	if fault == "" {
		for _, f := range devicetest.Faults {
			l.runs[f.Operation] = l.emulator.Runs(f.Operation)
		}
		for _, kernel := range l.kernels() {
			l.runs[kernel] = l.emulator.Runs(kernel)
		}
	}
	l.prove(&outcome.later, &outcome.errors)
	if l.emulator.Corrupted() > 0 && (noticed || outcome.wrong+outcome.later+outcome.errors > 0) {
		outcome.effect = 1
	}
	return outcome
}

// prove makes a proof, and counts a wrong one or an error.
func (l *corruptedLife[PK, VK, P]) prove(wrong, errors *int) {
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
		devicetest.NoError(t, emulator.Corrupt(fault))
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
		s.WantError(t, i, accel.ErrInvalidResult, options(i.VK)...)
		if use := e.Statistics(); use.WrongProofs != 2 || e.Unavailable() != nil {
			t.Errorf("%v, %+v", e.Unavailable(), use)
		}
		devicetest.NoError(t, emulator.Corrupt(""))
		s.Prove(t, i, options(i.VK)...)
	})
}
