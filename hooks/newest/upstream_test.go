//go:build upstream

package newest_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	groth16scheme "github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	plonkscheme "github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/plonk/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// The schemes have gnark's own Prove in both roles: on keys that carry our accelerators, with
// checks, and on copies without them.
var (
	groth16Scheme = upstream(groth16scheme.Groth16, groth16.Prove)
	plonkScheme   = upstream(plonkscheme.PLONK, plonk.Prove)
)

func upstream[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	s hookstest.Scheme[PK, VK, P], prove hookstest.Prover[PK, P],
) *hookstest.Scheme[PK, VK, P] {
	s.Accelerated = func(
		ccs constraint.ConstraintSystem, pk PK, w witness.Witness, opts ...backend.ProverOption,
	) (proof P, err error) {
		made, err := prove(ccs, pk, w, opts...)
		if err == nil {
			proof = made // beside an error gnark's is a nil pointer, which is no nil interface
		}
		return proof, err
	}
	s.Gnark = func(
		ccs constraint.ConstraintSystem, pk PK, w witness.Witness, opts ...backend.ProverOption,
	) (P, error) {
		return prove(ccs, detached(pk).(PK), w, opts...)
	}
	s.Attach = func(pk PK, e *accel.Engine) error {
		_, err := attach(pk, newest.WithEngine(e))
		return err
	}
	s.Release = func(pk PK) error {
		acc, err := attach(pk, newest.WithEngine(accel.Default()), newest.WithoutChecks())
		if err != nil {
			return err
		}
		return acc.Release()
	}
	s.EngineOptions = []accel.Option{accel.WithCheckedSums()}
	s.DrawsConcurrently = true // the second pass of sums draws a factor
	return &s
}

// detached returns a copy of a key without its accelerator.
func detached(key any) any {
	to := reflect.New(reflect.TypeOf(key).Elem())
	to.Elem().Set(reflect.ValueOf(key).Elem())
	set := to.MethodByName("SetAccelerator")
	set.Call([]reflect.Value{reflect.Zero(set.Type().In(0))})
	return to.Interface()
}

// accelerator returns what a key carries.
func accelerator(key any) any {
	return reflect.ValueOf(key).MethodByName("Accelerator").Call(nil)[0].Interface()
}

func TestGroth16(t *testing.T) { sameProofs(t, groth16Scheme) }
func TestPLONK(t *testing.T)   { sameProofs(t, plonkScheme) }

// sameProofs makes gnark's proofs over every curve.
func sameProofs[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P],
) {
	e := hookstest.Engine(t, accel.WithCheckedSums())
	for _, id := range curve.IDs() {
		for _, name := range []string{"cubic", "commitment to both", "several commitments"} {
			if testing.Short() && id != curve.IDs()[0] && name != "commitment to both" {
				continue
			}
			t.Run(id.String()+" "+name, func(t *testing.T) {
				i := s.MakeOn(t, id, s.Named(t, name))
				s.AttachFor(t, i.PK, e)
				before := e.Statistics()
				s.WantGnarksProof(t, i)
				after := e.Statistics()
				if len(e.Devices()) > 0 && (after.DeviceMSMs == before.DeviceMSMs ||
					after.DeviceComputations == before.DeviceComputations) {
					t.Errorf("nothing was computed on the device: %+v", after)
				}
				if after.CPUFailure+after.WrongSums+after.WrongProofs > 0 {
					t.Errorf("a device that works was found wrong: %+v", after)
				}
			})
		}
	}
}

func TestInvalidWitnesses(t *testing.T) {
	groth16Scheme.InvalidWitness(t)
	plonkScheme.InvalidWitness(t)
}

func TestAttachment(t *testing.T) {
	attachment(t, groth16Scheme)
	attachment(t, plonkScheme)
}

// attachment attaches a key twice, and releases it twice. gnark's log names the accelerator in
// Groth16, and nothing in PLONK.
func attachment[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P],
) {
	i, e := s.Make(t, s.Named(t, "cubic")), hookstest.Engine(t)
	if _, err := attach(i.PK, newest.WithEngine(e)); !errors.Is(err, accel.ErrInvalidOption) {
		t.Errorf("%s: checks on an engine without: %v", s.Name, err)
	}
	for _, opts := range [][]newest.Option{
		{newest.WithEngine(e), newest.WithoutChecks()},
		{newest.WithoutChecks()},
		nil,
	} {
		acc, err := attach(i.PK, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := attach(i.PK); err != nil || again != acc {
			t.Errorf("%s: attached again: %v, %v", s.Name, again, err)
		}
		wantLogged(t, s, i, fmt.Sprintf("%T", acc))
		for range 2 {
			if err := acc.Release(); err != nil || accelerator(i.PK) != nil {
				t.Errorf("%s: released: %v, %v", s.Name, accelerator(i.PK), err)
			}
		}
		wantLogged(t, s, i, "none")
	}
}

func wantLogged[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P], i *hookstest.Instance[PK, VK], want string,
) {
	t.Helper()
	defer logger.Set(logger.Logger())
	var book logbook.Book
	logger.Set(book.Logger())
	s.Prove(t, i)
	lines := book.Entries("prover done")
	if s.Name == "plonk" {
		want = "<nil>"
	}
	if len(lines) != 1 || fmt.Sprint(lines[0]["acceleration"]) != want {
		t.Errorf("%s: logged %v, expected %s", s.Name, lines, want)
	}
}
