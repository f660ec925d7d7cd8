//go:build cuda && linux && (amd64 || arm64)

package hookstest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// codes are errors of the driver that calls are made to return.
var codes = map[string]int{
	"CUDA_ERROR_OUT_OF_MEMORY":   2,
	"CUDA_ERROR_ILLEGAL_ADDRESS": 700, // the device is lost
	"CUDA_ERROR_UNKNOWN":         999,
}

// steps is the number of calls that fail in turn, spread over a proof's calls. They are closer
// together in the beginning, for opening and attaching take few calls beside the proof itself.
func steps() int {
	switch {
	case devicetest.Thorough(false):
		return 200
	case testing.Short():
		return 4
	default:
		return 10
	}
}

// smallest is as small as an example with a commitment can be: the emulator takes its time.
func (s *Scheme[PK, VK, P]) smallest(t *testing.T) circuits.Example {
	return s.Named(t, "commitment to both")
}

// FallBack expects a proof although any one call of the driver fails. It belongs into a package of
// its own: a failure can take the device from the whole process.
func (s *Scheme[PK, VK, P]) FallBack(t *testing.T) {
	s.inTurn(t, 1, []string{once, onwards}, nil, noFailure)
}

// AllDevicesFail has all calls of the driver fail from one on, in a key's life. The key is spread
// over two devices. The CPU makes the proof. It belongs where [Scheme.FallBack] does.
func (s *Scheme[PK, VK, P]) AllDevicesFail(t *testing.T) {
	s.inTurn(t, 2, []string{onwards}, []accel.Option{
		devicetest.EveryDevice(), accel.WithPlacement(accel.PlaceSpread),
	}, noFailure)
}

// GoesOn has launches fail from one on, in proofs of a circuit that is prepared. The CPU goes on
// where the device stops, and the proof is gnark's.
func (s *Scheme[PK, VK, P]) GoesOn(t *testing.T) {
	defer logger.Set(logger.Logger())
	logger.Disable()
	emulator := devicetest.Emulator(t)
	emulator.Reset()
	t.Cleanup(emulator.Reset)
	i, e := s.Make(t, s.smallest(t)), Engine(t)
	s.prepare(t, i, e)
	s.Prove(t, i, ourSolver())
	before := emulator.Runs("kernel")
	s.Prove(t, i, ourSolver())
	all := emulator.Runs("kernel") - before
	if all == 0 {
		t.Fatal("a proof without a launch")
	}
	for n := uint64(1); n <= all; n += 1 + all/uint64(3*steps()) {
		failures := e.Statistics().Failures
		err := emulator.Fail(fmt.Sprintf("cuLaunchKernel:%d+=%d", n, devicetest.OutOfMemory))
		devicetest.NoError(t, err)
		s.WantGnarksProof(t, i)
		if e.Statistics().Failures == failures {
			t.Errorf("launch %d of %d: nothing failed", n, all)
		}
	}
}

func noFailure(t *testing.T, life [3]error) {
	t.Helper()
	if err := errors.Join(life[:]...); err != nil {
		t.Error(err)
	}
}

// Strict expects a proof, or an error of the driver. It belongs where [Scheme.FallBack] does.
func (s *Scheme[PK, VK, P]) Strict(t *testing.T) {
	var failed [3]int
	strict := []accel.Option{accel.WithStrict()}
	s.inTurn(t, 1, []string{once, onwards}, strict, func(t *testing.T, life [3]error) {
		for step, err := range life {
			if err == nil {
				continue
			}
			failed[step]++
			var call *cuda.Error
			if !errors.As(err, &call) && !errors.Is(err, accel.ErrOutOfMemory) {
				t.Errorf("%v names neither a call of the driver nor want of memory", err)
			}
		}
	})
	for step, name := range []string{"opening", "attaching", "proving"} {
		if failed[step] == 0 && !t.Skipped() {
			t.Errorf("%s never failed", name)
		}
	}
}

// life does all that a program does with a key and an engine. The witness is solved by gnark's
// solver, with its own vectors, or by ours. Our wires go to the device while they are computed, and
// the device makes the other vectors from them.
//
// life returns the errors of opening, attaching and proving. It drops the errors of releasing and
// closing, for the device may be gone. A proof that does not verify fails the test in any case.
func (s *Scheme[PK, VK, P]) life(
	t *testing.T, i *Instance[PK, VK], ours bool, opts ...accel.Option,
) (failed [3]error) {
	t.Helper()
	few := devicetest.Options(accel.WithPrecompute(accel.PrecomputeFactor(4)))
	engine, err := accel.Open(append(few, opts...)...)
	if err != nil {
		return [3]error{0: err}
	}
	defer engine.Close()
	if err := s.Attach(i.PK, engine); err != nil {
		return [3]error{1: err}
	}
	defer s.Release(i.PK)
	var options []backend.ProverOption
	if ours {
		if err := s.Prepare(i.PK, i.CCS); err != nil {
			return [3]error{1: err}
		}
		options = append(options, ourSolver())
	}
	proof, err := s.Accelerated(i.CCS, i.PK, i.Full, options...)
	if err != nil {
		if any(proof) != nil {
			t.Error("a proof together with an error")
		}
		return [3]error{2: err}
	}
	s.WantVerified(t, i, proof)
	return failed
}

// Rules of the emulator: the n-th call of the driver fails, or all from the n-th on.
const (
	once    = "*:%d=%d"
	onwards = "*:%d+=%d"
)

// inTurn lives again and again on a number of devices, each time with another failure. One call of
// the driver fails, by each rule, and with another solver. It checks the errors of each life.
func (s *Scheme[PK, VK, P]) inTurn(
	t *testing.T, devices int, rules []string, opts []accel.Option,
	check func(t *testing.T, life [3]error),
) {
	defer logger.Set(logger.Logger())
	logger.Disable()
	e := devicetest.Emulator(t)
	t.Cleanup(e.Reset)
	reset := func() {
		e.Reset()
		devicetest.Devices(t, devices)
	}
	i := s.Make(t, s.smallest(t))
	total, left := map[bool]int{}, map[bool]uint64{}
	for _, ours := range []bool{false, true} {
		reset()
		noFailure(t, s.life(t, i, ours, append(slices.Clone(opts), accel.WithStrict())...))
		total[ours], left[ours] = int(e.Calls()), e.Leaked()
		if total[ours] < steps() || t.Failed() {
			t.Fatalf("a life of %d calls", total[ours])
		}
	}
	for name, code := range codes {
		for _, rule := range rules {
			for n := range steps() {
				ours := n%2 == 1
				failure := fmt.Sprintf(rule, 1+n*n*total[ours]/(steps()*steps()), code)
				t.Run(name+" "+failure, func(t *testing.T) {
					reset()
					devicetest.NoError(t, e.Fail(failure))
					check(t, s.life(t, i, ours, opts...))
					if leaked := e.Leaked(); leaked > left[ours] {
						t.Errorf("%d objects of the device leaked, %d without a failure", leaked,
							left[ours])
					}
				})
			}
		}
	}
}
