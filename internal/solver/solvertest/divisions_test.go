package solvertest

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
)

// divisionOf returns a system of rows that divide, with the wire on either side, and a row that has
// the divisor of the last one again:
//
//	(2w + 3y)·d = c,  e·(2x + 3y) = c,  (d + e + y)·q = c  and  (d + e + y)·(e + q) = v
func divisionOf() *cs.R1CS {
	s := cs.NewR1CS(2)
	rows := s.AddBlueprint(&constraint.BlueprintGenericR1C{})
	s.AddPublicVariable("1")
	var wires []int
	for _, name := range []string{"c", "d", "e", "y"} {
		wires = append(wires, s.AddSecretVariable(name))
	}
	c, d, e, y := wires[0], wires[1], wires[2], wires[3]
	w, x := s.AddInternalVariable(), s.AddInternalVariable()
	q, v := s.AddInternalVariable(), s.AddInternalVariable()
	term := func(k, wire int) constraint.Term { return s.MakeTerm(s.FromInterface(k), wire) }
	sum := func(terms ...constraint.Term) constraint.LinearExpression { return terms }
	s.AddR1C(constraint.R1C{
		L: sum(term(2, w), term(3, y)), R: sum(term(1, d)), O: sum(term(1, c)),
	}, rows)
	s.AddR1C(constraint.R1C{
		L: sum(term(1, e)), R: sum(term(2, x), term(3, y)), O: sum(term(1, c)),
	}, rows)
	again := sum(term(1, d), term(1, e), term(1, y))
	s.AddR1C(constraint.R1C{L: again, R: sum(term(1, q)), O: sum(term(1, c))}, rows)
	s.AddR1C(constraint.R1C{
		L: again, R: sum(term(1, e), term(1, q)), O: sum(term(1, v)),
	}, rows)
	return s
}

// TestDivisionsByZero solves rows whose C, divisor or rest is 0 as gnark does.
func TestDivisionsByZero(t *testing.T) {
	s := divisionOf()
	sys := bn254.Of(s)
	p, err := sys.Translate(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range [][4]int64{ // c, d, e, y
		{6, 2, 3, 5}, {6, 2, 3, 0}, {0, 2, 3, 5}, {0, 2, 3, 0}, {0, 0, 3, 5}, {0, 2, 0, 5},
		{0, 0, 0, 5}, {0, 0, 0, 0}, {6, 0, 3, 5}, {6, 2, 0, 0}, {-1, -1, -1, -1},
	} {
		full, err := witness.New(ecc.BN254.ScalarField())
		if err != nil {
			t.Fatal(err)
		}
		values := make(chan any, len(v))
		for _, x := range v {
			values <- big.NewInt(x)
		}
		close(values)
		if err := full.Fill(0, len(v), values); err != nil {
			t.Fatal(err)
		}
		for _, wiresOnly := range []bool{false, true} {
			run := sys.NewRun(t.Context(), own.Input[fr.Element]{
				Witness: full, WiresOnly: wiresOnly,
			})
			want, errGnark := run.Gnark()
			got, err := run.Reserve(p).Fast(nil)
			switch {
			case (err == nil) != (errGnark == nil),
				err != nil && !errors.Is(err, own.ErrConstraint):
				t.Errorf("%v: %v, gnark %v", v, err, errGnark)
			case err != nil:
			case !slices.Equal(got.Wires, want.Wires):
				t.Errorf("%v: wires %v, gnark %v", v, got.Wires, want.Wires)
			case !wiresOnly:
				if err := equal(got, want); err != nil {
					t.Errorf("%v: %v", v, err)
				}
			}
			if got != nil {
				got.Release()
			}
		}
	}
}
