package protocol

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// evaluate is Horner's rule.
func evaluate[E any, S algebra.Scalar[E]](p []E, x E) (y E) {
	for i := len(p) - 1; i >= 0; i-- {
		S(&y).Mul(&y, &x)
		S(&y).Add(&y, &p[i])
	}
	return y
}

// product returns the product of factors.
func product[E any, S algebra.Scalar[E]](factors ...E) E {
	p := field.One[E, S]()
	for i := range factors {
		S(&p).Mul(&p, &factors[i])
	}
	return p
}

// sum returns the sum of terms.
func sum[E any, S algebra.Scalar[E]](terms ...E) (s E) {
	for i := range terms {
		S(&s).Add(&s, &terms[i])
	}
	return s
}

// difference returns x − y.
func difference[E any, S algebra.Scalar[E]](x, y E) E {
	S(&x).Sub(&x, &y)
	return x
}

// domainTrace returns a trace that has nothing but its domain.
func (o *over[P, E, S]) domainTrace(n int) *trace[P, E, S] {
	t := &trace[P, E, S]{bare: o.Field.Constants(uint64(n)), columns: new(system.Columns[E, S])}
	t.Domain, t.Points = o.Field.NewDomain(uint64(n)), make([]E, n)
	t.Points[0] = field.One[E, S]()
	for i := 1; i < n; i++ {
		S(&t.Points[i]).Mul(&t.Points[i-1], &t.Domain.Generator)
	}
	return t
}

// cosetPoints returns the n·cosets points of the coset on which the numerator is evaluated, in
// regular order.
func (o *over[P, E, S]) cosetPoints(t *testing.T, domain *algebra.Domain[E], cosets int) []E {
	t.Helper()
	points := make([]E, domain.Len()*cosets)
	generator, err := o.Field.RootOfUnity(uint64(len(points)))
	if err != nil {
		t.Fatal(err)
	}
	x := domain.Shift
	for i := range points {
		points[i] = x
		S(&x).Mul(&x, &generator)
	}
	return points
}

// randomNumerator returns a numerator of random polynomials with one selector Qcp. L, R, O and Z
// have as many coefficients beyond n as blinding says.
func (o *over[P, E, S]) randomNumerator(n, cosets int, blinding [4]int) *relation.Numerator[E, S] {
	circuit := &o.domainTrace(n).Circuit
	for _, p := range []*[]E{
		&circuit.Ql, &circuit.Qr, &circuit.Qm, &circuit.Qo, &circuit.Qk,
		&circuit.S1, &circuit.S2, &circuit.S3,
	} {
		*p = o.elements(n)
	}
	circuit.Qcp = [][]E{o.elements(n)}
	challenges := o.elements(3)
	return &relation.Numerator[E, S]{
		Field: o.Field, Circuit: circuit, Cosets: cosets,
		L: o.elements(n + blinding[0]), R: o.elements(n + blinding[1]),
		O: o.elements(n + blinding[2]), Z: o.elements(n + blinding[3]),
		Qk: o.elements(n), Pi: [][]E{o.elements(n)},
		Alpha: challenges[0], Beta: challenges[1], Gamma: challenges[2],
	}
}

// numeratorAt is the formula that [relation.Numerator] documents, at one point.
func numeratorAt[E any, S algebra.Scalar[E]](in *relation.Numerator[E, S], x E) E {
	at := func(p []E) E { return evaluate[E, S](p, x) }
	add, times := sum[E, S], product[E, S]
	u, l, r, o, z := in.Domain.Shift, at(in.L), at(in.R), at(in.O), at(in.Z)
	zNext := evaluate[E, S](in.Z, times(in.Domain.Generator, x))

	gate := add(times(at(in.Ql), l), times(at(in.Qr), r), times(at(in.Qm), l, r))
	gate = add(gate, times(at(in.Qo), o), at(in.Qk))
	for j := range in.Qcp {
		gate = add(gate, times(at(in.Qcp[j]), at(in.Pi[j])))
	}
	left := times(zNext,
		add(l, times(in.Beta, at(in.S1)), in.Gamma),
		add(r, times(in.Beta, at(in.S2)), in.Gamma),
		add(o, times(in.Beta, at(in.S3)), in.Gamma))
	right := times(z,
		add(l, times(in.Beta, x), in.Gamma),
		add(r, times(in.Beta, u, x), in.Gamma),
		add(o, times(in.Beta, u, u, x), in.Gamma))

	// L₁ = (1 + X + … + Xⁿ⁻¹) / n
	lagrangeOne := make([]E, len(in.Points))
	algebra.Fill(lagrangeOne, in.Domain.CardinalityInverse)
	local := times(in.Alpha, difference[E, S](z, field.One[E, S]()), at(lagrangeOne))
	return add(gate, times(in.Alpha, add(difference[E, S](left, right), local)))
}

func (o *over[P, E, S]) numerator(t *testing.T) {
	for _, test := range []struct {
		n, cosets int
		blinding  [4]int
	}{
		{4, 8, [4]int{2, 2, 2, 3}},
		{16, 4, [4]int{2, 2, 2, 3}},
		{16, 4, [4]int{}},
		{2, 8, [4]int{2, 2, 2, 3}}, // blinded by more than n coefficients
		{8, 1, [4]int{1, 0, 9, 17}},
	} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			in := o.randomNumerator(test.n, test.cosets, test.blinding)
			if test.n == 8 {
				in.Qcp, in.Pi = nil, nil
			}
			before, selectors := *in, *in.Circuit
			before.Circuit = &selectors
			for _, p := range []*[]E{
				&before.L, &before.R, &before.O, &before.Z, &before.Qk,
				&selectors.Ql, &selectors.Qr, &selectors.Qm, &selectors.Qo, &selectors.Qk,
				&selectors.S1, &selectors.S2, &selectors.S3, &selectors.Points,
			} {
				*p = slices.Clone(*p)
			}
			values, err := in.Evaluate()
			if err != nil {
				t.Fatal(err)
			}
			before.Field, before.Domain = nil, nil // functions are never equal
			after, circuit := *in, *in.Circuit
			after.Field, after.Circuit, circuit.Domain = nil, &circuit, nil
			if !reflect.DeepEqual(&before, &after) {
				t.Error("the input was modified")
			}
			if len(values) != test.n*test.cosets {
				t.Fatalf("%d values", len(values))
			}
			poly.BitReverse(values)
			for i, x := range o.cosetPoints(t, in.Domain, test.cosets) {
				if values[i] != numeratorAt(in, x) {
					t.Fatalf("a wrong value at point %d", i)
				}
			}
		})
	}
}

func (o *over[P, E, S]) invalidNumerator(t *testing.T) {
	for name, damage := range map[string]func(in *relation.Numerator[E, S]){
		"no circuit":           func(in *relation.Numerator[E, S]) { in.Circuit = nil },
		"no cosets":            func(in *relation.Numerator[E, S]) { in.Cosets = 0 },
		"fewer than no cosets": func(in *relation.Numerator[E, S]) { in.Cosets = -4 },
		"three cosets":         func(in *relation.Numerator[E, S]) { in.Cosets = 3 },
		"too many cosets":      func(in *relation.Numerator[E, S]) { in.Cosets = 1 << 59 },
		"cosets that overflow": func(in *relation.Numerator[E, S]) { in.Cosets = 1 << 62 },
		"no domain": func(in *relation.Numerator[E, S]) {
			in.Circuit = &relation.Circuit[E]{Points: in.Points}
		},
		"L too short":           func(in *relation.Numerator[E, S]) { in.L = in.L[:3] },
		"no Qk":                 func(in *relation.Numerator[E, S]) { in.Qk = nil },
		"a Pi too short":        func(in *relation.Numerator[E, S]) { in.Pi[0] = in.Pi[0][:3] },
		"a selector without Pi": func(in *relation.Numerator[E, S]) { in.Pi = nil },
		"Pi without a selector": func(in *relation.Numerator[E, S]) {
			in.Pi = append(in.Pi, o.elements(4))
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := o.randomNumerator(4, 8, [4]int{2, 2, 2, 3})
			damage(in)
			values, err := in.Evaluate()
			if !errors.Is(err, ErrInvalidInput) || values != nil {
				t.Errorf("got %v, %v", values, err)
			}
		})
	}
}

func TestReversed(t *testing.T) {
	for size := 1; size <= 64; size *= 2 {
		values := make([]uint64, size)
		for i := range values {
			values[i] = uint64(i)
		}
		if size > 1 {
			poly.BitReverse(values)
		}
		for i := range values {
			if got := relation.Reversed(i, size); values[i] != got {
				t.Errorf("%d of %d: got %d, expected %d", i, size, got, values[i])
			}
		}
	}
}

// TestBlockOf looks for the indices of a coset's points among all indices in bit-reversed order.
func TestBlockOf(t *testing.T) {
	for _, test := range []struct{ n, cosets int }{
		{4, 8}, {16, 4}, {2, 1}, {1, 4},
	} {
		indices := make([]int, test.n*test.cosets)
		for i := range indices {
			indices[relation.Reversed(i, len(indices))] = i
		}
		for i := range test.cosets {
			block := relation.BlockOf(indices, i, test.cosets)
			if len(block) != test.n {
				t.Fatalf("%v: a block of %d", test, len(block))
			}
			for j := range test.n {
				if got := block[relation.Reversed(j, test.n)]; got != i+j*test.cosets {
					t.Errorf("%v: point %d of coset %d has index %d", test, j, i, got)
				}
			}
		}
	}
}

func (o *over[P, E, S]) scale(t *testing.T) {
	const n = 8
	trace := o.domainTrace(n)
	shift := o.elements(1)[0]
	for _, length := range []int{n, n + 1, n + 3, 2 * n, 2*n + 3, 5*n - 1} {
		p := o.elements(length)
		scaled := o.elements(n)
		relation.Scale[E, S](scaled, p, shift)
		for i, x := range trace.Points {
			if evaluate[E, S](scaled, x) != evaluate[E, S](p, product[E, S](x, shift)) {
				t.Errorf("%d coefficients: a wrong value at point %d", length, i)
			}
		}
	}
}

// divide multiplies the quotient of a numerator by Xⁿ − 1. Qk makes the numerator divisible.
func (o *over[P, E, S]) divide(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 16, 64} {
		in := o.randomNumerator(n, device.Blocks(n), [4]int{2, 2, 2, 3})
		clear(in.Qk)
		missing := make([]E, n)
		for i, x := range in.Points {
			missing[i] = difference[E, S](missing[i], numeratorAt(in, x))
		}
		in.Domain.FFTInverse(missing, algebra.Transform{Decimation: algebra.DIF})
		poly.BitReverse(missing)
		in.Qk = missing
		quotient, err := divide(in)
		if err != nil || len(quotient) != 3*(n+2) {
			t.Fatalf("n = %d: %d coefficients, err = %v", n, len(quotient), err)
		}
		x := o.elements(1)[0]
		vanishing := difference[E, S](field.Power[E, S](x, uint64(n)), field.One[E, S]())
		if product[E, S](evaluate[E, S](quotient, x), vanishing) != numeratorAt(in, x) {
			t.Errorf("n = %d: not the quotient", n)
		}
	}
}

// split puts the shards together again.
func (o *over[P, E, S]) split(t *testing.T) {
	for _, n := range []int{4, 16} {
		p := &prover[P, E, S]{trace: o.domainTrace(n)}
		quotient := o.elements(3 * (n + 2))
		x := o.elements(1)[0]
		want := evaluate[E, S](quotient, x)
		p.split(quotient)

		var got E
		power := field.Power[E, S](x, uint64(n+2))
		for i := 2; i >= 0; i-- {
			got = sum[E, S](product[E, S](got, power), evaluate[E, S](p.shards[i], x))
			if len(p.shards[i]) != n+2 {
				t.Errorf("n = %d: shard %d has %d coefficients", n, i, len(p.shards[i]))
			}
		}
		if got != want {
			t.Errorf("n = %d: the shards are not the quotient", n)
		}
	}
}

// blindShards compares the commitments with those to blinded shards.
func (o *over[P, E, S]) blindShards(t *testing.T) {
	const m = 4 + 2
	pk := &Key[P, E]{Canonical: o.vector(m + 1)}
	b := [2]E(o.elements(2))
	p := &prover[P, E, S]{
		trace: o.domainTrace(m - 2), key: pk, blinding: &blinding[E]{shards: b},
		accelerator: &Accelerator[P, E, S]{Curve: &o.Curve},
	}
	var got, want [3]P
	for i := range got {
		shard := append(o.elements(m), *new(E))
		got[i] = o.sum(t, pk.Canonical, shard)
		if i > 0 {
			shard[0] = difference[E, S](shard[0], b[i-1])
		}
		if i < len(b) {
			shard[m] = b[i]
		}
		want[i] = o.sum(t, pk.Canonical, shard)
	}
	p.blindShards(&got)
	if got != want {
		t.Error("not the commitments to blinded shards")
	}
}
