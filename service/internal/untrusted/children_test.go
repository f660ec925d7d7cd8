package untrusted_test

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math/big"
	"net/rpc"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	cs "github.com/consensys/gnark/frontend/cs"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

func TestMain(m *testing.M) {
	solver.RegisterHint(endless, panics, nothing, unlimited)
	solver.RegisterNamedHint(process, named)
	untrusted.Main()
	os.Exit(m.Run())
}

// endless waits for ever.
func endless(*big.Int, []*big.Int, []*big.Int) error { select {} }

// process returns the process that it is called in.
func process(_ *big.Int, _, outputs []*big.Int) error {
	outputs[0].SetInt64(int64(os.Getpid()))
	return nil
}

// named is an identifier that is not the hash of a hint's name.
const named solver.HintID = 77

// unlimited ends a child as one that cannot limit itself does.
func unlimited(*big.Int, []*big.Int, []*big.Int) error { os.Exit(75); return nil }

func nothing(*big.Int, []*big.Int, []*big.Int) error { return nil }

func panics(*big.Int, []*big.Int, []*big.Int) error { panic("a hint") }

// TestHints proves with hints in children. Some end them, and the others go on.
func TestHints(t *testing.T) {
	children := untrusted.New()
	for _, e := range []servicetest.Example{
		servicetest.Groth16(t, &servicetest.Partition{}),
		servicetest.PLONK(t, &servicetest.Partition{}, ecc.BLS12_377),
	} {
		scheme, files := e.Files(t)
		curve := curve.NameOf(e.System)
		m := circuit.ManifestOf(scheme, circuit.Options{}, curve, files)
		c, err := circuit.Read(&m, files)
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

// calling returns a call of a hint as a solver makes it.
func calling(
	ctx context.Context, t testing.TB, children *untrusted.Children, hint solver.Hint,
) func() error {
	config, err := solver.NewConfig(children.Hints(ctx)...)
	if err != nil {
		t.Fatal(err)
	}
	call := config.HintFunctions[solver.GetHintID(hint)]
	return func() error { return call(big.NewInt(7), nil, nil) }
}

// TestCancelledHint ends a hint with its job, or has no limits for it: it is not to blame.
func TestCancelledHint(t *testing.T) {
	children := untrusted.New()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	var failure *circuit.HintFailure
	err := calling(ctx, t, children, endless)()
	if !errors.As(err, &failure) || failure.Final || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	err = calling(t.Context(), t, children, unlimited)()
	if !errors.As(err, &failure) || failure.Final || !strings.Contains(err.Error(), "limit") {
		t.Error(err)
	}
	err = calling(t.Context(), t, children, panics)()
	if err == nil || err.Error() != "panic: a hint" {
		t.Error(err)
	}
}

// TestNamedHint calls a hint with an identifier of its own in a child. Programs are able to call
// it.
func TestNamedHint(t *testing.T) {
	config, err := solver.NewConfig(untrusted.New().Hints(t.Context())...)
	if err != nil {
		t.Fatal(err)
	}
	outputs := []*big.Int{new(big.Int)}
	err = config.HintFunctions[named](big.NewInt(1<<40), nil, outputs)
	if pid := outputs[0].Int64(); err != nil || pid == 0 || pid == int64(os.Getpid()) {
		t.Errorf("process %d, %v", pid, err)
	}
	m := &circuit.Manifest{GnarkVersion: circuit.OwnVersion(), Hints: []circuit.Hint{{ID: 77}}}
	if err := circuit.OwnAbility().Check(m); err != nil {
		t.Error(err)
	}
}

// TestPlaces has one tenant's hints take all of its places. Uploads of others are read meanwhile.
func TestPlaces(t *testing.T) {
	busy := untrusted.New()
	ctx, end := context.WithCancel(t.Context())
	var working sync.WaitGroup
	defer func() { end(); working.Wait() }()
	for range max(2, runtime.GOMAXPROCS(0)) {
		call := calling(ctx, t, busy, endless)
		working.Go(func() { call() })
	}
	scheme, files := servicetest.Groth16(t, &servicetest.Square{}).Files(t)
	folder := t.TempDir()
	if _, err := files.CopyTo(folder); err != nil {
		t.Fatal(err)
	}
	m := circuit.ManifestOf(scheme, circuit.Options{}, "bn254", files)
	servicetest.Eventually(t, func() bool { // once the hints are called
		short, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		return errors.Is(busy.Describe(short, &m, folder), context.DeadlineExceeded)
	})
	if err := untrusted.New().Describe(t.Context(), &m, folder); err != nil {
		t.Errorf("another tenant's upload: %v", err)
	}
}

// TestOrphan ends a child whose parent has gone, in the middle of a hint that never ends.
func TestOrphan(t *testing.T) {
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = []string{"GNARK_PROVER_CHILD=1073741824 0"}
	to, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	of := untrusted.Arguments{Hint: solver.GetHintID(endless), Field: big.NewInt(7)}
	request := gob.NewEncoder(to)
	if err := errors.Join(request.Encode(rpc.Request{ServiceMethod: "Child.Call"}),
		request.Encode(&of)); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(100*time.Millisecond, func() { to.Close() })
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
	}
}

// BenchmarkHint calls a small hint in a child.
func BenchmarkHint(b *testing.B) {
	children := untrusted.New()
	call := calling(b.Context(), b, children, nothing)
	for b.Loop() {
		if err := call(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSolver solves witnesses with hints in this process, and in children.
func BenchmarkSolver(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20} {
		for _, name := range []string{"mimc", "rangecheck", "ecdsa", "keccak"} {
			c, err := catalog.Lookup(name)
			if err != nil {
				b.Fatal(err)
			}
			instance, err := c.New(ecc.BN254, size)
			if err != nil {
				b.Fatal(err)
			}
			field := ecc.BN254.ScalarField()
			system, err := frontend.Compile(field, r1cs.NewBuilder, instance.Circuit)
			if err != nil {
				b.Fatal(err)
			}
			full, err := frontend.NewWitness(instance.Assignment, field)
			if err != nil {
				b.Fatal(err)
			}
			committed := solver.OverrideHint(
				solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder),
				func(_ *big.Int, _, out []*big.Int) error {
					out[0].Exp(big.NewInt(3), big.NewInt(155), nil)
					return nil
				})
			if err := solve.Prepare(system); err != nil {
				b.Fatal(err)
			}
			for where, children := range map[string]*untrusted.Children{
				"here": nil, "children": untrusted.New(),
			} {
				options := []solver.Option{committed, solve.WithoutCheck()}
				if children != nil {
					options = append(options, children.Hints(b.Context())...)
				}
				run := func(b *testing.B) {
					for range 2 { // the second time children have started
						b.ResetTimer()
						for range b.N {
							_, release, err := solve.Solve(system, full, options...)
							if err != nil {
								b.Fatal(err)
							}
							release()
						}
					}
				}
				b.Run(fmt.Sprintf("%s/%d/%s", name, system.GetNbConstraints(), where), run)
			}
		}
	}
}
