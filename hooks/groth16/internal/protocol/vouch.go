package protocol

import (
	"errors"
	"fmt"
)

// errAlpha is the error of a key whose α is not that of its other points.
var errAlpha = fmt.Errorf("%w: the α of the proving key does not fit its points", ErrKeyMismatch)

// vouch says whether α is known to be that of the key's points; the error is errAlpha if it is not.
// The equation itself finds damage to the points that it is made of, but for α: where no private
// wire stands on the right side of a product, α meets nothing but itself. Of a private wire that
// does stand there the key has K, and
//
//	e(K, δ) = e(A, β) · e(α, B) · e(C, g₂)
func (e *equation[P1, P2, E, S]) vouch(w *written[P1, P2, E, S]) (sure bool, err error) {
	var infinity P2
	for _, v := range w.vouchers {
		points, err := w.points(v.wire, v.terms)
		if err != nil {
			return false, err
		}
		if points.b == infinity {
			continue
		}
		right, errRight := e.right(&points)
		left, errLeft := e.delta(e.G1.Sum(*w.columns.k(v.wire), e.minus(points.k)))
		if err := errors.Join(errRight, errLeft); err != nil {
			return false, err
		}
		if !e.Pairing.One(e.Pairing.Product(left, right)) {
			return false, errAlpha
		}
		return true, nil
	}
	return false, nil
}
