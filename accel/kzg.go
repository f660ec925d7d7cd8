package accel

import (
	"hash"

	"github.com/gnark-accel/gnark-accel/internal/engine/kzg"
)

// KZGProvingKey is the part of an SRS that commits and opens, kept on an engine's device. Load of
// accel/<curve>/kzg returns it. It is safe for concurrent use. P are points of G1 and E scalars. O
// and B are the types OpeningProof and BatchOpeningProof, all gnark-crypto's.
//
// Packages of this module convert it to the internal type that it is defined by; no other can.
type KZGProvingKey[P, E any, O kzgOpening[P, E], B kzgBatchOpening[P, E]] kzg.Key[P, E]

type kzgOpening[P, E any] interface {
	~struct {
		H            P
		ClaimedValue E
	}
}

type kzgBatchOpening[P, E any] interface {
	~struct {
		H             P
		ClaimedValues []E
	}
}

// Commit returns Σ p[i]·Gᵢ over the points of the key. Over a canonical key that is the
// commitment to p. Over a Lagrange key it is that to the polynomial with the values p on the
// domain.
//
// More entries than points give kzg.ErrInvalidPolynomialSize. No entries give the point at
// infinity.
func (pk *KZGProvingKey[P, E, O, B]) Commit(p []E) (P, error) {
	return (*kzg.Key[P, E])(pk).Commit(p)
}

// Open returns the value of p at a point with a proof of it. That is the commitment to (p −
// p(point))/(X − point), which exists because p has that value. The value of no coefficients is 0,
// and its proof the commitment to none.
//
// The key has to be canonical. A polynomial with more coefficients than the key has points gives
// kzg.ErrInvalidPolynomialSize.
func (pk *KZGProvingKey[P, E, O, B]) Open(p []E, point E) (O, error) {
	h, value, err := (*kzg.Key[P, E])(pk).Open(p, point)
	return O(struct {
		H            P
		ClaimedValue E
	}{h, value}), err
}

// BatchOpenSinglePoint returns the values of polynomials at a point, with one proof for all. It is
// that of their combination Σ γⁱ·polynomials[i]. The challenge γ binds the point, the digests, the
// values and dataTranscript. The polynomials may have different numbers of coefficients. That the
// digests are theirs is not checked.
//
// The key has to be canonical. The hash hf is reset before and after. It is used by this call alone
// until it returns.
//
// Other than as many digests as polynomials give kzg.ErrInvalidNbDigests, and none give
// kzg.ErrZeroNbDigests. A polynomial with more coefficients than the key has points gives
// kzg.ErrInvalidPolynomialSize, and a nil hf ErrInvalidInput. Other errors are those of hf.
func (pk *KZGProvingKey[P, E, O, B]) BatchOpenSinglePoint(polynomials [][]E, digests []P, point E,
	hf hash.Hash, dataTranscript ...[]byte) (B, error) {
	batch := &kzg.Batch[E]{Hash: hf, Data: dataTranscript}
	h, values, err := (*kzg.Key[P, E])(pk).BatchOpen(batch, polynomials, digests, point)
	return B(struct {
		H             P
		ClaimedValues []E
	}{h, values}), err
}

// OnDevice says whether a device that works computes with the key. The points are there or, if they
// do not fit, are sent along. If not, the CPU computes with it.
func (pk *KZGProvingKey[P, E, O, B]) OnDevice() bool { return (*kzg.Key[P, E])(pk).OnDevice() }

// Close waits for the commitments under way and frees the memory on the device. What is asked of
// the key afterwards returns [ErrClosed]. Only the first Close does anything.
func (pk *KZGProvingKey[P, E, O, B]) Close() error { return (*kzg.Key[P, E])(pk).Close() }
