package protocol

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
)

// blinding is what makes a proof zero-knowledge.
type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any, S algebra.Scalar[E]]() (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := S(scalar).SetRandom(); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}
