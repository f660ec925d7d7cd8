package relation

import "github.com/gnark-accel/gnark-accel/hooks/internal/algebra"

// Circuit has the polynomials of a circuit, for the CPU.
type Circuit[E any] struct {
	// Domain is H, of n elements.
	Domain *algebra.Domain[E]
	// Points are the elements of H: Points[i] = ωⁱ.
	Points []E

	// Ql, Qr, Qm, Qo, Qk and Qcp are the selectors. S1, S2 and S3 are the permutation. Each has n
	// coefficients. Qk lacks the public inputs and the hashes of commitments: they belong to a
	// proof.
	Ql, Qr, Qm, Qo, Qk []E
	Qcp                [][]E
	S1, S2, S3         []E
}
