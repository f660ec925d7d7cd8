package translate

import (
	"errors"
	"reflect"
	"testing"

	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// The gnark of this build has the layouts that translations read.
func TestLayouts(t *testing.T) {
	for _, b := range []constraint.Blueprint{
		new(constraint.BlueprintGenericHint), new(constraint.BlueprintGenericR1C),
		new(constraint.BlueprintLookupHint[constraint.U64]),
		new(constraint.BlueprintSparseR1CAdd[constraint.U64]),
		new(constraint.BlueprintSparseR1CMul[constraint.U64]),
		new(constraint.BlueprintSparseR1CBool[constraint.U64]),
		new(constraint.BlueprintGenericSparseR1C[constraint.U64]),
	} {
		if known, err := knownOf(b); known == nil || err != nil {
			t.Errorf("%T: %v", b, err)
		}
	}
	if _, err := System(&cs.NewR1CS(0).System, cs.NewR1CS(0)); err != nil {
		t.Error(err)
	}
}

// swapped stands for a blueprint whose calldata a fork has changed.
type swapped struct{ constraint.BlueprintGenericR1C }

func (b *swapped) CompressR1C(c *constraint.R1C, to *[]uint32) {
	b.BlueprintGenericR1C.CompressR1C(&constraint.R1C{L: c.R, R: c.L, O: c.O}, to)
}

// twice stands for one whose instructions have another number of constraints.
type twice struct{ constraint.BlueprintGenericR1C }

func (*twice) NbConstraints() int { return 2 }

type stateful struct {
	constraint.BlueprintGenericR1C
	seen int
}

func TestOtherLayouts(t *testing.T) {
	known := blueprints["BlueprintGenericR1C"]
	for _, t := range []reflect.Type{
		reflect.TypeFor[swapped](), reflect.TypeFor[twice](), reflect.TypeFor[stateful](),
	} {
		defer delete(fields, t)
		fields[t] = "BlueprintGenericR1C constraint.BlueprintGenericR1C;"
	}
	for _, b := range []constraint.Blueprint{new(swapped), new(twice), &stateful{seen: 1}} {
		if err := known.check(b); !errors.Is(err, program.ErrUnsupported) {
			t.Errorf("%T: %v", b, err)
		}
	}
	if err := known.check(new(constraint.BlueprintGenericR1C)); err != nil {
		t.Error(err)
	}
}
