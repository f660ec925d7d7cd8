package groth16

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// system is a satisfied system of k constraints: its rows, and its wires.
type system struct {
	size         MatrixSize
	rows         Rows
	coefficients []fr.Element
	wires        []fr.Element
	values       *Values[fr.Element]
}

// newSystem returns k constraints over a domain of n elements. C of a constraint is a wire. A and B
// have between none and a few terms, and some of them longest.
func newSystem(k, n, longest int) *system {
	c := append(make([]fr.Element, 4), elements(6, 8)...) // 0, 1, 2, −1, and others
	c[1].SetOne()
	c[2].SetUint64(2)
	c[3].SetInt64(-1)
	s := &system{
		coefficients: c, wires: elements(30, 9),
		values: &Values[fr.Element]{Domain: newDomain(n)},
	}
	given := len(s.wires)
	stride := RowsOf(n)
	expressions := make([][]Term, 3*stride)
	for i := range k {
		var values [2]fr.Element
		for side := range values {
			length := (3*i + side) % 7
			if i%5 == 4 {
				length = longest - side
			}
			for j := range length {
				t := Term{uint32((7*i + 5*j + side) % given), uint32((i + j) % len(c))}
				expressions[side*stride+i] = append(expressions[side*stride+i], t)
				var x fr.Element
				x.Mul(&s.wires[t.Wire], &c[t.Coefficient])
				values[side].Add(&values[side], &x)
			}
		}
		expressions[2*stride+i] = []Term{{uint32(len(s.wires)), one}}
		var product fr.Element
		product.Mul(&values[0], &values[1])
		s.wires = append(s.wires, product)
		s.values.A, s.values.B = append(s.values.A, values[0]), append(s.values.B, values[1])
		s.values.C = append(s.values.C, product)
	}
	s.size.Coefficients = len(c)
	s.rows.Starts = []uint32{0}
	for _, terms := range expressions {
		s.size.Add(len(terms))
		s.rows.Terms = append(s.rows.Terms, terms...)
		s.rows.Starts = append(s.rows.Starts, uint32(len(s.rows.Terms)))
	}
	return s
}

// quotientOfWires sends the wires of a system, and returns the sum with the quotient.
func quotientOfWires(
	t *testing.T, e *accel.Engine, k key, s *system, c *Constraints[fr.Element],
) (curve.G1Affine, error) {
	t.Helper()
	wires := newWires(e, len(s.wires), nil)
	proof, err := wires.Proof(s.wires)
	if err != nil {
		t.Fatal(err)
	}
	if err := proof.Send(); err != nil && !leftToCPU(err) {
		t.Fatal(err)
	}
	sum, err := msmOfWiresQuotient(
		proof, vectorOf(k.g1), &Quotient[fr.Element]{Domain: s.values.Domain, Constraints: c})
	if err := errors.Join(proof.Close(), wires.Close()); err != nil {
		t.Error(err)
	}
	return sum, err
}

// TestConstraints: the quotient of the wires is that of A, B and C. Wires that do not satisfy a
// constraint are noticed.
func TestConstraints(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	key := loadKey(t, e, 64)
	for _, test := range []struct{ k, n, longest int }{
		{1, 2, 0}, {3, 4, 0}, {20, 32, 64}, {20, 32, 65}, {50, 64, 300}, {10, 16, 5000},
	} {
		s := newSystem(test.k, test.n, test.longest)
		asked := 0
		c := NewConstraints(fieldOf(e), s.size, s.coefficients, func() (*Rows, error) {
			asked++
			return &s.rows, nil
		})
		if err := c.Prepare(); err != nil || !c.Ready() {
			t.Fatal(err)
		}
		want := sumOf(t, g1Of, key.g1.Points(), oracle(s.values)[:test.n-1])
		sum, err := quotientOfWires(t, e, key, s, c)
		if err != nil || sum != want {
			t.Errorf("%+v: %v, or a wrong sum", test, err)
		}
		for _, i := range []int{len(s.wires) - 1, len(s.wires) - test.k} {
			right := s.wires[i]
			one := fr.One()
			s.wires[i].Add(&right, &one)
			if _, err := quotientOfWires(t, e, key, s, c); !errors.Is(err, ErrUnsatisfied) {
				t.Errorf("%+v: a wrong wire: %v", test, err)
			}
			s.wires[i] = right
		}
		if sum, err := quotientOfWires(t, e, key, s, c); err != nil || sum != want {
			t.Errorf("%+v: again: %v, or a wrong sum", test, err)
		}
		if asked != 1 {
			t.Errorf("%+v: the rows are asked for %d times", test, asked)
		}
		if err := errors.Join(c.Close(), c.Close()); err != nil {
			t.Error(err)
		}
		if _, err := quotientOfWires(t, e, key, s, c); !leftToCPU(err) {
			t.Errorf("%+v: after Close: %v", test, err)
		}
	}
	if s := e.Statistics(); s.Failures != 0 {
		t.Errorf("%+v", s)
	}
	if err := key.close(); err != nil {
		t.Error(err)
	}
}

// TestConstraintsWithoutRoom leaves them to the CPU, which is no failure. A rows' error is one.
func TestConstraintsWithoutRoom(t *testing.T) {
	s := newSystem(200, 256, 300)
	e := devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(1<<16))
	c := NewConstraints(fieldOf(e), s.size, s.coefficients, func() (*Rows, error) {
		t.Error("asked for")
		return nil, nil
	})
	if err := c.Prepare(); err != nil || c.Ready() {
		t.Errorf("ready = %v: %v", c.Ready(), err)
	}
	without := cpu(t)
	c = NewConstraints(fieldOf(without), s.size, s.coefficients, c.read)
	if err := c.Prepare(); err != nil || c.Ready() {
		t.Errorf("without a device: ready = %v: %v", c.Ready(), err)
	}
	failure := errors.New("no rows")
	e = devicetest.Open(t, accel.WithStrict())
	c = NewConstraints(fieldOf(e), s.size, s.coefficients, func() (*Rows, error) {
		return nil, failure
	})
	if err := c.Prepare(); !errors.Is(err, failure) || c.Ready() {
		t.Errorf("ready = %v: %v", c.Ready(), err)
	}
}

// TestPrepareWaits has a second Prepare wait for the first one, which still reads the rows.
func TestPrepareWaits(t *testing.T) {
	s := newSystem(20, 32, 64)
	begun, read := make(chan struct{}), make(chan struct{})
	e := devicetest.Open(t, accel.WithStrict())
	c := NewConstraints(fieldOf(e), s.size, s.coefficients, func() (*Rows, error) {
		close(begun)
		<-read
		return &s.rows, nil
	})
	devicetest.AtEnd(t, c.Close)
	first, second := make(chan error, 1), make(chan error, 1)
	go func() { first <- c.Prepare() }()
	<-begun
	go func() { second <- c.Prepare() }()
	select {
	case <-second:
		t.Error("the second one does not wait")
	case <-time.After(20 * time.Millisecond):
	}
	if !c.Expected() {
		t.Error("constraints on their way are not expected")
	}
	close(read)
	devicetest.NoError(t, <-first, <-second)
	if c.Expected() || !c.Ready() {
		t.Errorf("expected = %v, ready = %v", c.Expected(), c.Ready())
	}
}

// TestMatrixOrder: short rows are sorted by their lengths, and keep their order otherwise. There
// are several chunks of them.
func TestMatrixOrder(t *testing.T) {
	s := newSystem(1500, 1<<11, 5000)
	m := arrange(&s.rows)
	var want []uint32
	for n := 1; n <= maxTerms; n++ {
		for row := range len(s.rows.Starts) - 1 {
			if s.rows.length(row) == n {
				want = append(want, uint32(row))
			}
		}
	}
	if !slices.Equal(m.short.rows, want) || len(want) <= parallel.MinChunk {
		t.Fatalf("%d rows, expected %d in another order", len(m.short.rows), len(want))
	}
	for i, row := range want {
		terms := m.short.terms[m.short.starts[i]:m.short.starts[i+1]]
		if !slices.Equal(terms, s.rows.OfRow(int(row))) {
			t.Fatalf("row %d has other terms", row)
		}
	}
}

// TestMatrixSize: a matrix has the size that is told ahead.
func TestMatrixSize(t *testing.T) {
	s := newSystem(50, 64, 5000)
	m := arrange(&s.rows)
	for i, p := range []struct {
		part
		size Part
	}{{m.short, s.size.Short}, {m.pieces, s.size.Pieces}, {m.long, s.size.Long}} {
		if (Part{len(p.rows), len(p.terms)}) != p.size || len(p.starts) != p.size.Rows+1 {
			t.Errorf("part %d: %d rows, %d terms, expected %+v",
				i, len(p.rows), len(p.terms), p.size)
		}
	}
}

// TestWiresQuotient has the host evaluate the expressions where the device finds a difference, or
// has no constraints.
func TestWiresQuotient(t *testing.T) {
	const k, n = 20, 32
	failure := errors.New("not satisfied")
	e := devicetest.Open(t, accel.WithStrict())
	key := loadKey(t, e, n)
	for name, test := range map[string]struct {
		wrong, closed bool
		failure       error
		evaluated     int
	}{
		"right":                 {},
		"a fault of the device": {wrong: true, evaluated: 1},
		"unsatisfied":           {wrong: true, evaluated: 1, failure: failure},
		"no constraints":        {closed: true, evaluated: 1},
	} {
		s := newSystem(k, n, 70)
		want := sumOf(t, g1Of, key.g1.Points(), oracle(s.values)[:n-1])
		if test.wrong {
			s.wires[len(s.wires)-1].SetOne()
		}
		c := NewConstraints(fieldOf(e), s.size, s.coefficients,
			func() (*Rows, error) { return &s.rows, nil })
		if test.closed {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
		wires := newWires(e, len(s.wires), nil)
		proof, err := wires.Proof(s.wires)
		if err == nil {
			err = proof.Send()
		}
		if err != nil {
			t.Fatal(err)
		}
		evaluated := 0
		evaluate := func() (*Values[fr.Element], error) {
			evaluated++
			return s.values, test.failure
		}
		all := run(proof)
		sum := msmOfQuotient(all, vectorOf(key.g1), &Quotient[fr.Element]{
			Domain: s.values.Domain, Constraints: c, Values: evaluate,
		})
		got, err := sum()
		if !errors.Is(err, test.failure) || err == nil && got != want ||
			!errors.Is(all.tasks.Wait(), test.failure) {
			t.Errorf("%s: %v, or a wrong sum", name, err)
		}
		if evaluated != test.evaluated {
			t.Errorf("%s: the host evaluates %d times", name, evaluated)
		}
		if err := errors.Join(proof.Close(), wires.Close(), c.Close()); err != nil {
			t.Error(err)
		}
	}
	if err := key.close(); err != nil {
		t.Error(err)
	}
}

// TestConstraintsAfterLackOfMemory: each call that takes memory fails once. The quotient is begun
// again, and the constraints have no user afterwards: Close frees them.
func TestConstraintsAfterLackOfMemory(t *testing.T) {
	emulator := devicetest.Emulator(t)
	defer emulator.Reset()
	const n = 32
	s := newSystem(20, n, 64)
	left := func(failure string) uint64 {
		e := devicetest.Open(t, accel.WithStrict())
		key := loadKey(t, e, n)
		c := NewConstraints(fieldOf(e), s.size, s.coefficients,
			func() (*Rows, error) { return &s.rows, nil })
		devicetest.NoError(t, c.Prepare(), emulator.Fail(failure))
		_, err := quotientOfWires(t, e, key, s, c)
		devicetest.NoError(t, err, emulator.Fail(""), c.Close())
		bytes := e.Statistics().DeviceBytes
		devicetest.NoError(t, key.close(), e.Close())
		return bytes
	}
	want := left("")
	for call := range 10 {
		failure := fmt.Sprintf("cuMemAlloc_v2:%d=%d", call+1, devicetest.OutOfMemory)
		if got := left(failure); got != want {
			t.Errorf("%s: %d bytes are left, expected %d", failure, got, want)
		}
	}
}
