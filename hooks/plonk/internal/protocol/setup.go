package protocol

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Rows returns the number of rows of a circuit's keys, a power of two. It refuses reference strings
// that are no match, with gnark's messages.
func Rows[E any](s *System[E], canonical, lagrange int) (int, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	n := int(ecc.NextPowerOfTwo(uint64(s.rows().end)))
	switch {
	case n < 2:
		return 0, fmt.Errorf("%w: circuit has only %d constraints; "+
			"unsupported by the current implementation", ErrInvalidInput, s.rows().end)
	case n > mostRows:
		return 0, fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, n)
	case canonical < n+3: // a blinded polynomial has three more coefficients
		return 0, fmt.Errorf("%w: kzg srs is too small: got %d, need %d",
			ErrInvalidInput, canonical, n+3)
	case lagrange != n:
		return 0, fmt.Errorf("%w: kzg srs lagrange is too small: got %d, need %d",
			ErrInvalidInput, lagrange, n)
	}
	return n, nil
}

// Setup returns the commitments to a circuit's polynomials, for a key that has its points and
// sizes. The key stays attached to the engine, or else it takes no memory of the device afterwards.
func (s *Scheme[K, P, E, S]) Setup(
	pk *K, sys *System[E], engine *accel.Engine, attached bool,
) (vk *VerifyingKey[P, E], err error) {
	lease, err := s.acquire(pk, engine)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, lease.Release())
		if err != nil || !attached {
			err = errors.Join(err, s.Release(pk))
		}
	}()
	key := s.Key(pk)
	trace, err := lease.Value.traceOf(sys, key)
	if err != nil {
		return nil, err
	}
	return lease.Value.commitTo(trace, key)
}

// commitTo returns a verifying key with the commitments to a circuit's polynomials.
func (a *attachment[P, E, S]) commitTo(
	t *trace[P, E, S], pk *Key[P, E],
) (*VerifyingKey[P, E], error) {
	c := t.columns
	vectors := append([][]E{c.s[0], c.s[1], c.s[2], c.ql, c.qr, c.qm, c.qo, c.qk}, c.qcp...)
	var sums []P
	err := a.Use(func(r *replica[P, E, S]) (err error) {
		sums, err = r.multiExpBatch(pk.Lagrange, vectors)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("commitments of the keys: %w", err)
	}
	return &VerifyingKey[P, E]{
		S: [3]P(sums), Ql: sums[3], Qr: sums[4], Qm: sums[5], Qo: sums[6], Qk: sums[7],
		Qcp: sums[8:],
	}, nil
}
