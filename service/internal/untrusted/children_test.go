package untrusted_test

import (
	"context"
	"errors"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/std/math/bitslice"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

func TestMain(m *testing.M) {
	solver.RegisterHint(endless, panics)
	untrusted.Main()
	os.Exit(m.Run())
}

// endless waits for ever.
func endless(*big.Int, []*big.Int, []*big.Int) error { select {} }

func panics(*big.Int, []*big.Int, []*big.Int) error { panic("a hint") }

// TestHints proves with hints in children. Some end them, and the others go on.
func TestHints(t *testing.T) {
	children := untrusted.New()
	defer children.Close()
	for _, e := range []servicetest.Example{
		servicetest.Groth16(t, &servicetest.Partition{}),
		servicetest.PLONK(t, &servicetest.Partition{}, ecc.BLS12_377),
	} {
		scheme, files := e.Files(t)
		curve, _ := circuit.CurveOver(e.System)
		c, err := circuit.Describe(scheme, circuit.Options{}, curve, files)
		if err != nil {
			t.Fatal(err)
		}
		prove := func(split uint64) error {
			full := e.Witness(t, &servicetest.Partition{Split: split, X: 5})
			_, err := c.Prove(t.Context(), full, children.Hints(t.Context())...)
			return err
		}
		for range 2 {
			if err := prove(10); err != nil {
				t.Error(err)
			}
			var failure *circuit.HintFailure
			if err := prove(1 << 45); !errors.As(err, &failure) || !failure.Final ||
				!errors.Is(err, circuit.ErrUnsatisfied) ||
				!strings.Contains(err.Error(), "bitslice.partitionHint: its process died") {
				t.Error(err)
			}
			if err := prove(1); !errors.Is(err, circuit.ErrUnsatisfied) ||
				errors.As(err, &failure) && failure.Final {
				t.Error(err)
			}
		}
	}
}

// call calls a hint as a solver does.
func call(ctx context.Context, children *untrusted.Children, hint solver.Hint) error {
	config, err := solver.NewConfig(children.Hints(ctx)...)
	if err != nil {
		return err
	}
	return config.HintFunctions[solver.GetHintID(hint)](big.NewInt(7), nil, nil)
}

// TestCancelledHint ends a hint with its job, for which the hint is not to blame.
func TestCancelledHint(t *testing.T) {
	children := untrusted.New()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	var failure *circuit.HintFailure
	err := call(ctx, children, endless)
	if !errors.As(err, &failure) || failure.Final || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := call(t.Context(), children, panics); err == nil || err.Error() != "panic: a hint" {
		t.Error(err)
	}
}

// BenchmarkHint calls a small hint in a child.
func BenchmarkHint(b *testing.B) {
	config, err := solver.NewConfig(untrusted.New().Hints(b.Context())...)
	if err != nil {
		b.Fatal(err)
	}
	hint := config.HintFunctions[solver.GetHintID(bitslice.GetHints()[0])]
	in := []*big.Int{big.NewInt(10), big.NewInt(5)}
	out := []*big.Int{new(big.Int), new(big.Int)}
	for b.Loop() {
		if err := hint(ecc.BN254.ScalarField(), in, out); err != nil {
			b.Fatal(err)
		}
	}
}
