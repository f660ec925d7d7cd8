package prover

import (
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// NumeratorInput has the fields of gnark's type of that name, from v0.16.4 on, in gnark's order. A
// pointer to one converts to a pointer to the other. D and Q are gnark-crypto's domain and
// polynomial.
//
// The polynomials come as n values on Domain0 in regular order, Qk with the public inputs and the
// hashes of commitments. The blinding polynomials come as coefficients in regular order; nil blinds
// nothing.
type NumeratorInput[E, D, Q any] struct {
	// Domain0 has n elements. Domain1 is a power of two times as large, on the same coset.
	Domain0, Domain1 *D
	// L, R, O and Z are the wires and the permutation's products, without blinding.
	L, R, O, Z, Qk *Q
	// Ql to S3 are the circuit's selectors and its permutation.
	Ql, Qr, Qm, Qo, S1, S2, S3 *Q
	// Qcp are the selectors of the commitments, and Pi the committed values.
	Qcp, Pi []*Q
	// Bl, Br, Bo and Bz blind L, R, O and Z: P stands for P + b·(Xⁿ − 1).
	Bl, Br, Bo, Bz *Q
	// Alpha, Beta and Gamma are the challenges.
	Alpha, Beta, Gamma E
}

// ComputeNumerator returns the values on Domain1's coset of the polynomial that Xⁿ − 1 divides, in
// bit-reversed order.
//
// When it returns, all polynomials of the input are coefficients in regular order, but for the
// blinding ones, which it leaves alone. The result shares no memory with them. The device
// interpolates, the CPU evaluates; package hooks/plonk proves without this detour. An input that is
// incomplete or does not fit its domains is ErrInvalidInput, and is left alone. Other errors are
// those of a strict engine and of a closed one.
func (acc *Accelerator[P, E, S, D, Q]) ComputeNumerator(in *NumeratorInput[E, D, Q]) (*Q, error) {
	if err := acc.usable(); err != nil {
		return nil, err
	}
	if err := acc.check(in); err != nil {
		return nil, err
	}
	var tasks parallel.Tasks
	for _, p := range in.polynomials() {
		tasks.Go(func() error { return acc.ToCanonical(in.Domain0, p) })
	}
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	numerator := acc.numerator(in)
	blocks, err := numerator.Evaluate(numerator.Cosets)
	if err != nil {
		return nil, err
	}
	n := len(numerator.Points)
	values := make([]E, n*len(blocks))
	for i, block := range blocks { // bit-reversed order keeps each together
		copy(values[n*int(relation.Reversed(i, len(blocks))):], block)
	}
	return acc.with.New(values, Form{lagrangeCoset, bitReverse}), nil
}

func (in *NumeratorInput[E, D, Q]) polynomials() []*Q {
	all := []*Q{
		in.L, in.R, in.O, in.Z, in.Qk, in.Ql, in.Qr, in.Qm, in.Qo, in.S1, in.S2, in.S3,
	}
	return append(append(all, in.Qcp...), in.Pi...)
}

// maxCosets bounds the memory that a call can ask for.
const maxCosets = 1 << 10

// check returns an error if something is missing, or is too large for its domain.
func (acc *Accelerator[P, E, S, D, Q]) check(in *NumeratorInput[E, D, Q]) error {
	if in == nil || in.Domain0 == nil || in.Domain1 == nil {
		return errNoDomains()
	}
	small, large := acc.with.Domain(in.Domain0), acc.with.Domain(in.Domain1)
	n := small.Cardinality
	if n == 0 {
		return errNoDomains()
	}
	switch cosets := large.Cardinality / n; {
	case large.Cardinality%n != 0 || large.Shift != small.Shift,
		cosets > maxCosets || bits.OnesCount64(cosets) != 1:
		return fmt.Errorf("%w: domains of %d and %d elements, or on other cosets",
			protocol.ErrInvalidInput, n, large.Cardinality)
	case len(in.Pi) != len(in.Qcp):
		return fmt.Errorf("%w: %d committed polynomials for %d selectors",
			protocol.ErrInvalidInput, len(in.Pi), len(in.Qcp))
	}
	for _, p := range in.polynomials() {
		if acc.missing(p) || uint64(len(acc.with.Coefficients(p))) != n {
			return fmt.Errorf("%w: a polynomial without n = %d values", protocol.ErrInvalidInput, n)
		}
	}
	return acc.checkBlinding(in, n)
}

func errNoDomains() error {
	return fmt.Errorf("%w: a numerator without its domains", protocol.ErrInvalidInput)
}

func (acc *Accelerator[P, E, S, D, Q]) checkBlinding(in *NumeratorInput[E, D, Q], n uint64) error {
	for _, b := range []*Q{in.Bl, in.Br, in.Bo, in.Bz} {
		if b == nil {
			continue
		}
		if acc.missing(b) {
			return fmt.Errorf("%w: no blinding polynomial", protocol.ErrInvalidInput)
		}
		form, k := acc.with.Form(b), len(acc.with.Coefficients(b))
		if (form != Form{canonical, regular}) || uint64(k) > n {
			return fmt.Errorf("%w: a blinding polynomial in form %v, of %d coefficients",
				protocol.ErrInvalidInput, form, k)
		}
	}
	return nil
}

// numerator returns the numerator of polynomials that are coefficients in regular order.
func (acc *Accelerator[P, E, S, D, Q]) numerator(
	in *NumeratorInput[E, D, Q],
) *relation.Numerator[E, S] {
	of, all := acc.with.Coefficients, func(polynomials []*Q) [][]E {
		coefficients := make([][]E, len(polynomials))
		for i, p := range polynomials {
			coefficients[i] = acc.with.Coefficients(p)
		}
		return coefficients
	}
	domain := acc.with.Domain(in.Domain0)
	points := make([]E, domain.Len())
	poly.Powers[E, S](points, domain.Generator)
	return &relation.Numerator[E, S]{
		Field: acc.with.Field,
		Circuit: &relation.Circuit[E]{
			Domain: domain, Points: points, Columns: device.Columns[E]{
				Ql: of(in.Ql), Qr: of(in.Qr), Qm: of(in.Qm), Qo: of(in.Qo),
				S: [3][]E{of(in.S1), of(in.S2), of(in.S3)}, Qcp: all(in.Qcp),
			},
		},
		Cosets: acc.with.Domain(in.Domain1).Len() / domain.Len(),
		L:      acc.blinded(in.L, in.Bl), R: acc.blinded(in.R, in.Br),
		O: acc.blinded(in.O, in.Bo), Z: acc.blinded(in.Z, in.Bz),
		Qk: of(in.Qk), Pi: all(in.Pi),
		Alpha: in.Alpha, Beta: in.Beta, Gamma: in.Gamma,
	}
}

// blinded returns the coefficients of p + b·(Xⁿ − 1) in memory of their own. If b is nil, it
// returns p's.
func (acc *Accelerator[P, E, S, D, Q]) blinded(p, b *Q) []E {
	of := acc.with.Coefficients(p)
	if b == nil {
		return of
	}
	coefficients := make([]E, 0, acc.with.Size(p)+acc.with.Size(b))
	return protocol.Blind[E, S](append(coefficients, of...), acc.with.Coefficients(b))
}
