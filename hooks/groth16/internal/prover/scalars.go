package prover

import (
	"math/bits"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// scalars are the discrete logarithms of the keys' points, which are secrets.
type scalars[E any] struct {
	// g1 has α, β, δ, then the scalars of A, B and Z, of the verifying key's K and of the proving
	// key's K, and for each commitment the scalars of its basis and σ times them.
	g1                                 []E
	nbA, nbB, nbZ, nbPublic, nbPrivate int
	nbCommitted                        []int
	g2                                 []E // the scalars of B, then β, δ, γ
	infinityA, infinityB               []bool
}

func (s *scalars[E]) zeroize() {
	if s != nil {
		clear(s.g1)
		clear(s.g2)
	}
}

func scalarsOf[E comparable](
	f *curve.Field[E], sys *system.System[E], w *waste[E],
) (*scalars[E], error) {
	n := ecc.NextPowerOfTwo(uint64(sys.GetNbConstraints()))
	domain := f.Constants(n)
	rows, err := system.RowsOf(sys.System, len(sys.Coefficients), int(n))
	if err != nil {
		return nil, err
	}
	derive(w, domain)
	basis := poly.Lagrange(domain, w.tau, w.vanishing, sys.GetNbConstraints())
	values := evaluate(domain, rows, basis, sys.Coefficients, sys.NbWires())
	clear(basis)
	a, b, k := values[0], values[1], values[2]
	weigh(f, k, a, b, w)
	defer clear(a)
	defer clear(b)
	defer clear(k)

	s := &scalars[E]{}
	a, s.infinityA = finite(a)
	b, s.infinityB = finite(b)
	s.nbA, s.nbB, s.nbZ = len(a), len(b), int(n)-1
	s.g2 = make([]E, 0, len(b)+3)
	s.g2 = appended(append(s.g2, b...), &w.beta, &w.delta, &w.gamma)
	s.g1 = make([]E, 0, roomG1(len(a), len(b), s.nbZ, sys.NbWires(), len(sys.Hidden())))
	s.g1 = append(append(appended(s.g1, &w.alpha, &w.beta, &w.delta), a...), b...)
	s.addZ(quotientBasis(domain, w))
	addK(f, s, k, sys, w)
	return s, nil
}

// appended appends values, for which there is room. A list of them would be one more copy.
func appended[E any](to []E, values ...*E) []E {
	for _, value := range values {
		to = to[:len(to)+1]
		to[len(to)-1] = *value
	}
	return to
}

// weigh sets each Cᵢ(τ) to β·Aᵢ(τ) + α·Bᵢ(τ) + Cᵢ(τ).
func weigh[E any](f *curve.Field[E], c, a, b []E, w *waste[E]) {
	poly.AddScaled(f, c, a, w.beta)
	poly.AddScaled(f, c, b, w.alpha)
}

// finite returns the values other than zero, and which are zero: their points are at infinity. It
// works in place, and clears the rest.
func finite[E comparable](values []E) (others []E, zero []bool) {
	var none E
	zero = make([]bool, len(values))
	others = values[:0]
	for i := range values {
		if zero[i] = values[i] == none; !zero[i] {
			others = append(others, values[i])
		}
	}
	clear(values[len(others):])
	return others, zero
}

// quotientBasis returns τⁱ·(τᴺ − 1)/δ for all i below the domain's size N.
func quotientBasis[E any](d *curve.Domain[E], w *waste[E]) []E {
	powers := make([]E, d.Cardinality)
	poly.Powers(d.Field, powers, w.tau)
	d.Field.Mul(&w.factor, &w.deltaInverse, &w.vanishing)
	poly.ScalarMul(d.Field, powers, powers, w.factor)
	return powers
}

// addZ adds a basis without its last element, in bit-reversed order, and clears it.
func (s *scalars[E]) addZ(basis []E) {
	from := len(s.g1)
	s.g1 = s.g1[:from+s.nbZ]
	to, shift := s.g1[from:], 64-bits.TrailingZeros(uint(len(basis)))
	parallel.Chunks(len(to), func(from, end int) {
		for i := from; i < end; i++ {
			to[i] = basis[bits.Reverse64(uint64(i))>>shift]
		}
	})
	clear(basis)
}

// addK adds the scalars of both vectors K, and of the commitment keys.
func addK[E any](
	f *curve.Field[E], s *scalars[E], k []E, sys *system.System[E], w *waste[E],
) {
	public, commitments := sys.GetNbPublicVariables(), sys.Commitments
	verifying := len(s.g1)
	s.g1 = append(s.g1, k[:public]...)
	for _, wire := range commitments.CommitmentIndexes() {
		s.g1 = append(s.g1, k[wire])
	}
	s.nbPublic = len(s.g1) - verifying
	poly.ScalarMul(f, s.g1[verifying:], s.g1[verifying:], w.gammaInverse)

	proving := len(s.g1)
	from := public
	for _, wire := range sys.Hidden() {
		s.g1 = append(s.g1, k[from:wire]...)
		from = wire + 1
	}
	s.g1 = append(s.g1, k[from:]...)
	s.nbPrivate = len(s.g1) - proving
	poly.ScalarMul(f, s.g1[proving:], s.g1[proving:], w.deltaInverse)

	for i, wires := range commitments.GetPrivateCommitted() {
		from := len(s.g1)
		for _, wire := range wires {
			s.g1 = append(s.g1, k[wire])
		}
		poly.ScalarMul(f, s.g1[from:], s.g1[from:], w.gammaInverse)
		s.g1 = append(s.g1, s.g1[from:]...)
		poly.ScalarMul(f, s.g1[from+len(wires):], s.g1[from+len(wires):], w.sigmas[i])
		s.nbCommitted = append(s.nbCommitted, len(wires))
	}
}
