// Package testsrs makes reference strings for PLONK. The process that calls it has known their
// secret: they are good for examples and measurements alone.
//
// They are those of gnark's test/unsafekzg, with the points made on a device.
package testsrs

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
)

// New returns a reference string for a constraint system, in canonical and in Lagrange form. A nil
// secret is drawn, and a nil engine is [accel.Default].
//
// Errors are those of the randomness, of curves that the package does not know, and the failures of
// a strict engine.
func New(
	ccs constraint.ConstraintSystem, tau *big.Int, e *accel.Engine,
) (canonical, lagrange kzg.SRS, err error) {
	if tau == nil {
		if tau, err = rand.Int(rand.Reader, ccs.Field()); err != nil {
			return nil, nil, err
		}
	}
	n := ecc.NextPowerOfTwo(uint64(ccs.GetNbConstraints() + ccs.GetNbPublicVariables()))
	for id, newSRS := range curves {
		if id.ScalarField().Cmp(ccs.Field()) == 0 {
			return newSRS(n, tau, e)
		}
	}
	return nil, nil, fmt.Errorf("testsrs: no curve with the scalar field %v", ccs.Field())
}

// beyond is the number of points that the canonical form has beyond the domain, for the polynomials
// that PLONK blinds.
const beyond = 3

// scalar is a pointer to a scalar of gnark-crypto.
type scalar[E any] interface {
	*E
	SetOne() *E
	SetBigInt(*big.Int) *E
	Mul(x, y *E) *E
}

// group is G1 of accel/<curve>.
type group[P, E any] interface {
	BatchScalarMultiplication(base *P, scalars []E) ([]P, error)
}

// field is Fr of accel/<curve>.
type field[D, E any] interface {
	Interpolate(domain D, values []E) error
}

// points returns the multiples of the base by the powers of a secret, and by the values there of a
// domain's Lagrange basis. Those values are the coefficients of a polynomial: its values are the
// powers.
func points[P, E any, S scalar[E], D any](
	base P, g1 group[P, E], fr field[D, E], domain D, n uint64, secret *big.Int,
) (canonical, lagrange []P, err error) {
	powers := make([]E, n+beyond)
	var tau E
	S(&tau).SetBigInt(secret)
	S(&powers[0]).SetOne()
	for i := range powers[1:] {
		S(&powers[i+1]).Mul(&powers[i], &tau)
	}
	if canonical, err = g1.BatchScalarMultiplication(&base, powers); err != nil {
		return nil, nil, err
	}
	powers = powers[:n]
	if err := fr.Interpolate(domain, powers); err != nil {
		return nil, nil, err
	}
	lagrange, err = g1.BatchScalarMultiplication(&base, powers)
	return canonical, lagrange, err
}
