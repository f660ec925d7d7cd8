package system

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
)

// terms is a linear expression: coefficients and wires in turn.
type terms []int

// row is a constraint. The wires of a system are private but for the first.
type row struct{ a, b, c terms }

func systemOf(t *testing.T, wires int, rows []row) *cs.R1CS {
	t.Helper()
	s := cs.NewR1CS(len(rows))
	blueprint := s.AddBlueprint(&constraint.BlueprintGenericR1C{})
	s.AddPublicVariable("1")
	for wire := range wires - 1 {
		s.AddSecretVariable(fmt.Sprint(wire + 1))
	}
	expression := func(of terms) (e constraint.LinearExpression) {
		for i := 0; i < len(of); i += 2 {
			e = append(e, s.MakeTerm(s.FromInterface(of[i]), of[i+1]))
		}
		return e
	}
	for _, r := range rows {
		s.AddR1C(constraint.R1C{
			L: expression(r.a), R: expression(r.b), O: expression(r.c),
		}, blueprint)
	}
	return s
}

// size is that of a domain for all
const size = 32

var scalars = curve.FieldOf[fr.Element, fr.Vector]()

func asRows(t *testing.T, s *cs.R1CS, wires int) *Matrices[fr.Element] {
	t.Helper()
	rows, err := RowsOf(&s.System, len(s.Coefficients), size)
	if err != nil {
		t.Fatal(err)
	}
	return &Matrices[fr.Element]{scalars, rows, wires, s.Coefficients}
}

// columnsAt returns all columns where each row has a random value.
func columnsAt(t *testing.T, s *cs.R1CS, wires int) map[Column]fr.Element {
	t.Helper()
	sums := map[Column]fr.Element{}
	read := &peeling[fr.Element]{asRows(t, s, wires), groth16.RowsOf(size), nil}
	for row := range uint32(s.GetNbConstraints()) {
		var at fr.Element
		if _, err := at.SetRandom(); err != nil {
			t.Fatal(err)
		}
		read.eachTerm(row, func(column uint32, value *fr.Element) {
			var product fr.Element
			sum := sums[read.named(column)]
			sum.Add(&sum, product.Mul(value, &at))
			sums[read.named(column)] = sum
		})
	}
	return sums
}

// check writes wires' columns of C. It expects sums of known columns that are equal, and returns
// whether there are some for all wires.
func check(
	t *testing.T, s *cs.R1CS, all int, wires []int, known func(int) bool,
) (written bool, met map[Matrix]int) {
	t.Helper()
	columns := columnsAt(t, s, all)
	w := NewWriter(asRows(t, s, all), wires, known)
	met = map[Matrix]int{}
	for _, wire := range wires {
		terms, ok := w.Write(wire)
		if !ok {
			return false, met
		}
		var sum fr.Element
		for _, term := range terms {
			if term.Matrix == C && !known(term.Wire) {
				t.Errorf("wire %d is written in wire %d, which is not known", wire, term.Wire)
			}
			column := columns[term.Column]
			sum.Add(&sum, column.Mul(&column, &term.Coefficient))
			met[term.Matrix]++
		}
		if want := columns[Column{C, wire}]; sum != want {
			t.Errorf("wire %d: a wrong sum of %d terms", wire, len(terms))
		}
	}
	return true, met
}

func TestWrite(t *testing.T) {
	others := func(wire int) bool { return wire > 1 }
	for name, test := range map[string]struct {
		rows []row
		fail bool
	}{
		"no right side": {rows: []row{{terms{1, 2}, terms{1, 3}, terms{1, 4}}}},
		"a column of A": {rows: []row{{terms{3, 2}, terms{1, 0}, terms{5, 1}}}},
		"a column of B": {rows: []row{
			{terms{1, 0}, terms{1, 2}, terms{1, 1}}, {terms{1, 0}, terms{1, 0}, terms{1, 3}},
		}},
		"a column of C": {rows: []row{
			{terms{1, 0}, terms{1, 0}, terms{7, 1, 2, 2}},
			{terms{1, 0}, terms{1, 0}, terms{1, 3}},
		}},
		"one after the other": {rows: []row{
			{terms{1, 2}, terms{1, 0}, terms{1, 1}},
			{terms{4, 2, 1, 3}, terms{1, 0}, terms{1, 3}},
			{terms{5, 3, 6, 2}, terms{2, 0}, terms{9, 0}},
			{terms{1, 0}, terms{3, 0}, terms{1, 4, 2, 1}},
		}},
		"twice in a row": {rows: []row{
			{terms{1, 2, 1, 2}, terms{1, 3}, terms{1, 1, 1, 1}},
			{terms{1, 2}, terms{1, 0}, terms{1, 4}},
		}},
		"terms that cancel": {rows: []row{
			{terms{1, 2, -1, 2, 1, 3}, terms{1, 0}, terms{1, 1}},
			{terms{1, 2}, terms{1, 0}, terms{1, 2}},
		}},
		"coefficients of zero": {rows: []row{
			{terms{0, 2, 1, 3}, terms{1, 0}, terms{1, 1, 0, 4}},
			{terms{1, 2}, terms{1, 0}, terms{0, 1, 1, 2}},
		}},
		"a row that nothing satisfies": {rows: []row{
			{terms{}, terms{}, terms{1, 0, 1, 1}}, {terms{1, 2}, terms{1, 0}, terms{1, 2}},
		}, fail: true},
		"only public wires": {rows: []row{
			{terms{1, 0}, terms{1, 0}, terms{1, 1}}, {terms{1, 0}, terms{1, 0}, terms{1, 1}},
		}, fail: true},
		"a core": {rows: []row{
			{terms{1, 2, 1, 3}, terms{1, 0}, terms{1, 1}},
			{terms{1, 2, 2, 3}, terms{1, 0}, terms{1, 1}},
		}, fail: true},
		"equal rows": {rows: []row{
			{terms{1, 2}, terms{1, 3}, terms{1, 1}}, {terms{1, 2}, terms{1, 3}, terms{1, 1}},
		}, fail: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := systemOf(t, 5, test.rows)
			written, _ := check(t, s, 5, []int{0, 1}, others)
			if written == test.fail {
				t.Errorf("written: %v", written)
			}
		})
	}
}

// TestWriteRandom writes in random systems, many of them with a core.
func TestWriteRandom(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	written, all := 0, map[Matrix]int{}
	for range 200 {
		wires := 4 + draw.IntN(40)
		expression := func() (e terms) {
			for range draw.IntN(4) {
				e = append(e, draw.IntN(7)-3, draw.IntN(wires))
			}
			return e
		}
		rows := make([]row, 1+draw.IntN(30))
		for i := range rows {
			rows[i] = row{expression(), expression(), expression()}
		}
		s := systemOf(t, wires, rows)
		ok, met := check(t, s, wires, []int{0, 1, 2}, func(wire int) bool { return wire > 2 })
		for m, n := range met {
			all[m] += n
		}
		if ok {
			written++
		}
	}
	if written < 50 || written == 200 || all[A] == 0 || all[B] == 0 || all[C] == 0 {
		t.Errorf("%d of 200 systems were written, with %v terms", written, all)
	}
}
