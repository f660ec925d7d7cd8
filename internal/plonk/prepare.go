package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Prepare does ahead of the first proof what that would do for the circuit. It sends the
// polynomials to the device and computes what every proof needs of them, where they stay there, and
// takes the memory of a proof, which it leaves to the next one. Where that memory is with other
// proofs it waits, as a proof does.
func (c *Circuit[E, S]) Prepare() error {
	if !c.shape.OnDevice() {
		return session.ErrOnCPU
	}
	return c.field.Prepare("circuit", c.shape.Rows, func(w *cuda.Workspace) error {
		m, err := c.allocate(w)
		if err != nil {
			return err
		}
		return errors.Join(w.Wait(), m.domain.Close(), c.doneWith(m))
	})
}
