//go:build cuda && linux && (amd64 || arm64)

package failuretest

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/logger"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// errors of the driver that the calls are made to return.
var codes = map[string]int{
	"CUDA_ERROR_OUT_OF_MEMORY":   2,
	"CUDA_ERROR_ILLEGAL_ADDRESS": 700, // the device is lost
	"CUDA_ERROR_UNKNOWN":         999,
}

// steps is the number of calls that fail in turn, spread over all that a proof makes: closer together in the beginning,
// for opening and attaching take few calls beside those of the quotient.
func steps() int {
	if os.Getenv("GNARK_ACCEL_LONG") == "1" {
		return 200
	}
	return 10
}

// circuit is as small as one with a commitment can be: the emulator takes its time.
type circuit struct {
	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *circuit) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.Y), c.Z)
	commitment, err := api.(frontend.Committer).Commit(c.X, c.Z)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(commitment, c.Y)
	return nil
}

// statement is the circuit compiled, with keys and a witness.
type statement struct {
	ccs          constraint.ConstraintSystem
	pk           plonk.ProvingKey
	vk           plonk.VerifyingKey
	full, public witness.Witness
}

// setup makes keys from a reference string of their own.
func setup(ccs constraint.ConstraintSystem) (plonk.ProvingKey, plonk.VerifyingKey, error) {
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		return nil, nil, err
	}
	return plonk.Setup(ccs, canonical, lagrange)
}

func newStatement(t *testing.T) *statement {
	t.Helper()
	s := new(statement)
	var err error
	if s.ccs, err = frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, new(circuit)); err != nil {
		t.Fatal(err)
	}
	if s.pk, s.vk, err = setup(s.ccs); err != nil {
		t.Fatal(err)
	}
	if s.full, err = frontend.NewWitness(&circuit{X: 3, Y: 4, Z: 12}, ecc.BN254.ScalarField()); err != nil {
		t.Fatal(err)
	}
	if s.public, err = s.full.Public(); err != nil {
		t.Fatal(err)
	}
	return s
}

// life is what a program does with a key, from opening the engine to closing it. The results are the errors of the
// steps up to the proof; those of releasing and closing are of no interest here, for the device may be gone. A proof
// that does not verify fails the test, whatever happened before.
func (s *statement) life(t *testing.T, opts ...accel.Option) (open, attach, prove error) {
	t.Helper()
	opts = append(opts, accel.WithMinSize(1), accel.WithPrecompute(accel.PrecomputeFactor(4)))
	engine, err := accel.Open(opts...)
	if err != nil {
		return err, nil, nil
	}
	defer engine.Close()
	if err := accelerated.Attach(s.pk, accelerated.WithEngine(engine)); err != nil {
		return nil, err, nil
	}
	defer accelerated.Release(s.pk)
	proof, err := accelerated.Prove(s.ccs, s.pk, s.full)
	if err != nil {
		if proof != nil {
			t.Error("a proof together with an error")
		}
		return nil, nil, err
	}
	if err := plonk.Verify(proof, s.vk, s.public); err != nil {
		t.Errorf("a wrong proof: %v", err)
	}
	return nil, nil, nil
}

// emulator returns the controls of the device; without an emulator the test is skipped.
func emulator(t *testing.T) *driver.Emulator {
	t.Helper()
	library, err := driver.Open("")
	if err == nil {
		if e, ok := library.Emulator(); ok {
			t.Cleanup(e.Reset)
			e.Reset()
			return e
		}
		err = errors.New("a device that does not fail on demand")
	} else if os.Getenv("GNARK_ACCEL_REQUIRE_DEVICE") == "1" {
		t.Fatal(err)
	}
	t.Skip(err)
	return nil
}

// inTurn calls f with one call of the driver failing after the other, and then with all calls failing from one on.
func inTurn(t *testing.T, f func(t *testing.T, s *statement)) {
	logger.Disable()
	e, s := emulator(t), newStatement(t)
	if open, attach, prove := s.life(t, accel.WithStrict()); open != nil || attach != nil || prove != nil {
		t.Fatal(open, attach, prove)
	}
	total, left := int(e.Calls()), e.Leaked()
	if total < steps() {
		t.Fatalf("a life of %d calls", total)
	}
	for name, code := range codes {
		for _, rule := range []string{"*:%d=%d", "*:%d+=%d"} {
			for i := range steps() {
				failure := fmt.Sprintf(rule, 1+i*i*total/(steps()*steps()), code)
				t.Run(name+" "+failure, func(t *testing.T) {
					e.Reset()
					if err := e.Fail(failure); err != nil {
						t.Fatal(err)
					}
					f(t, s)
					if leaked := e.Leaked(); leaked > left {
						t.Errorf("%d objects of the device leaked, %d without a failure", leaked, left)
					}
				})
			}
		}
	}
}

// TestFallBack expects a proof whatever fails.
func TestFallBack(t *testing.T) {
	inTurn(t, func(t *testing.T, s *statement) {
		if open, attach, prove := s.life(t); open != nil || attach != nil || prove != nil {
			t.Error(open, attach, prove)
		}
	})
}

// TestStrict expects a proof, or an error of the driver.
func TestStrict(t *testing.T) {
	var failed [3]int
	inTurn(t, func(t *testing.T, s *statement) {
		open, attach, prove := s.life(t, accel.WithStrict())
		for step, err := range []error{open, attach, prove} {
			if err == nil {
				continue
			}
			failed[step]++
			var call *driver.Error
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
