package system

import (
	"runtime"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Numerator is the polynomial that Xⁿ − 1 divides, with its parts.
//
//	gate + α·(ordering + α·(Z − 1)·L₁)
//
//	gate     = Ql·L + Qr·R + Qm·L·R + Qo·O + Qk + Σ Qcpⱼ·Piⱼ
//	ordering = Z(ωX)·(L + βS1 + γ)(R + βS2 + γ)(O + βS3 + γ)
//	           − Z·(L + βX + γ)(R + βuX + γ)(O + βu²X + γ)
//
// L₁ is 1 at 1 and 0 elsewhere on H. Polynomials are given by their coefficients: n, or more where
// they are blinded. None is modified.
type Numerator[E any] struct {
	Field *curve.Field[E]
	*Circuit[E]
	L, R, O, Z []E
	// Qk replaces the circuit's: it contains the public inputs and the hashes.
	Qk []E
	// Pi are the polynomials that meet the selectors Qcp.
	Pi                 [][]E
	Alpha, Beta, Gamma E
}

// Evaluate returns the values on the first cosets u·ζⁱ·H, at most [device.Cosets] of them. ζ
// generates the domain that is [device.Blocks] times as large as H. The values on each coset are in
// bit-reversed order. The numerator must be complete and fit its domain.
func (in *Numerator[E]) Evaluate() ([][]E, error) {
	all := device.Blocks(len(in.Points))
	generator, err := in.Field.RootOfUnity(uint64(len(in.Points) * all))
	if err != nil {
		return nil, err
	}
	c, shift := newCoset(in), in.Domain.Shift
	blocks := make([][]E, min(device.Cosets, all))
	for i := range blocks {
		if err := c.moveTo(shift); err != nil {
			return nil, err
		}
		blocks[i] = make([]E, len(in.Points))
		c.combine(blocks[i])
		c.Field.Mul(&shift, &shift, &generator)
	}
	return blocks, nil
}

// column is a polynomial and its values on the current coset, in bit-reversed order.
type column[E any] struct{ coefficients, values []E }

// coset holds the values of all polynomials on one coset of H. Its memory serves for all cosets in
// turn.
type coset[E any] struct {
	*Numerator[E]
	shift  E   // the coset is shift·H
	points []E // of the coset, in bit-reversed order
	one    []E // the values of L₁

	wires, s              [3]column[E] // L, R and O, and the permutation
	z, ql, qr, qm, qo, qk column[E]
	qcp, pi               []column[E]
}

func newCoset[E any](in *Numerator[E]) *coset[E] {
	n := len(in.Points)
	on := func(p []E) column[E] { return column[E]{p, make([]E, n)} }
	c := &coset[E]{
		Numerator: in, points: make([]E, n), one: make([]E, n),
		wires: [3]column[E]{on(in.L), on(in.R), on(in.O)},
		s:     [3]column[E]{on(in.S[0]), on(in.S[1]), on(in.S[2])},
		z:     on(in.Z), ql: on(in.Ql), qr: on(in.Qr), qm: on(in.Qm), qo: on(in.Qo), qk: on(in.Qk),
	}
	for i := range in.Qcp {
		c.qcp = append(c.qcp, on(in.Qcp[i]))
		c.pi = append(c.pi, on(in.Pi[i]))
	}
	return c
}

func (c *coset[E]) moveTo(shift E) error {
	c.shift = shift
	columns := slices.Concat(c.wires[:], c.s[:], c.qcp, c.pi,
		[]column[E]{c.z, c.ql, c.qr, c.qm, c.qo, c.qk})
	dif := curve.Transform{
		Decimation: curve.DIF, Tasks: max(1, 2*runtime.GOMAXPROCS(0)/len(columns)),
	}
	var tasks parallel.Tasks
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for _, column := range columns {
		tasks.Go(func() error {
			Scale(c.Field, column.values, column.coefficients, shift)
			c.Domain.FFT(column.values, dif)
			return nil
		})
	}
	tasks.Go(func() error {
		c.movePoints()
		return nil
	})
	return tasks.Wait()
}

// Scale sets the coefficients of p(shift·X) modulo Xⁿ − 1. Its values on H are the values of p on
// shift·H.
func Scale[E any](f *curve.Field[E], to, p []E, shift E) {
	n := len(to)
	poly.ScaleByPowers(f, to, p[:n], shift)
	power := f.Power(shift, uint64(n))
	var term E
	for i := n; i < len(p); i++ {
		f.Mul(&term, &p[i], &power)
		f.Add(&to[i%n], &to[i%n], &term)
		f.Mul(&power, &power, &shift)
	}
}

// movePoints sets the points, and the values of L₁. L₁ is (Xⁿ − 1) / (n·(X − 1)).
func (c *coset[E]) movePoints() {
	f := c.Field
	n, v, unit := len(c.Points), f.Vectors, f.One
	poly.InBlocks(n, 1, func(from, to int, scratch [][]E) {
		points, ones := c.points[from:to], scratch[0]
		for i := range points {
			points[i] = c.Points[poly.Reversed(from+i, n)]
		}
		v.ScalarMul(points, points, &c.shift)
		poly.Fill(ones, unit)
		v.Sub(c.one[from:to], points, ones)
	})
	poly.Invert(f, c.one)
	factor := c.Domain.Vanishing(c.shift)
	f.Mul(&factor, &factor, &c.Domain.CardinalityInverse)
	parallel.Chunks(n, func(from, to int) {
		v.ScalarMul(c.one[from:to], c.one[from:to], &factor)
	})
}

// next returns the index of ωx for the i-th point x.
func (c *coset[E]) next(i int) int {
	n := len(c.Points)
	return poly.Reversed((poly.Reversed(i, n)+1)%n, n)
}

func (c *coset[E]) combine(values []E) {
	v := c.Field.Vectors
	poly.InBlocks(len(values), 5, func(from, to int, scratch [][]E) {
		sum, z, one := values[from:to], c.z.values[from:to], c.one[from:to]
		c.ordering(sum, from, to, scratch)
		local := scratch[0]
		v.Mul(local, z, one)
		v.Sub(local, local, one)
		v.ScalarMul(local, local, &c.Alpha)
		v.Add(sum, sum, local)
		v.ScalarMul(sum, sum, &c.Alpha)
		c.gate(scratch[0], from, to, scratch[1])
		v.Add(sum, sum, scratch[0])
	})
}

// gate sets the values of the gates from one index to another.
func (c *coset[E]) gate(sum []E, from, to int, term []E) {
	v := c.Field.Vectors
	on := func(p column[E]) []E { return p.values[from:to] }
	l, r, o := c.wires[0], c.wires[1], c.wires[2]
	v.Mul(sum, on(c.qm), on(l))
	v.Add(sum, sum, on(c.qr))
	v.Mul(sum, sum, on(r))
	v.Add(sum, sum, on(c.qk))
	products := [][2]column[E]{{c.ql, l}, {c.qo, o}}
	for j := range c.qcp {
		products = append(products, [2]column[E]{c.qcp[j], c.pi[j]})
	}
	for _, p := range products {
		v.Mul(term, on(p[0]), on(p[1]))
		v.Add(sum, sum, term)
	}
}

// ordering sets the values of the ordering from one index to another.
func (c *coset[E]) ordering(left []E, from, to int, scratch [][]E) {
	v := c.Field.Vectors
	right, id, offset, term, gamma := scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
	for i := range left {
		left[i] = c.z.values[c.next(from+i)]
	}
	copy(right, c.z.values[from:to])
	v.ScalarMul(id, c.points[from:to], &c.Beta)
	poly.Fill(gamma, c.Gamma)
	for i, wire := range c.wires {
		v.Add(offset, wire.values[from:to], gamma)
		v.ScalarMul(term, c.s[i].values[from:to], &c.Beta)
		v.Add(term, term, offset)
		v.Mul(left, left, term)
		v.Add(term, id, offset)
		v.Mul(right, right, term)
		v.ScalarMul(id, id, &c.Domain.Shift)
	}
	v.Sub(left, left, right)
}
