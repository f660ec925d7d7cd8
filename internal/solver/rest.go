package solver

import (
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// background returns the work of setting the rows that the workers leave out.
func (r *execution[E]) background(workers int) Background {
	if !r.whole {
		return Background{}
	}
	rest := r.rest()
	if rows := r.rows(); workers > 1 && rows != nil {
		return rest.And(copying(rows, r.buffers.rows, r.W))
	}
	return rest
}

func (r *execution[E]) rows() *program.Rows {
	if !r.whole || !r.Program.Sparse {
		return nil
	}
	return r.Program.rowsOf(r.system.System)
}

// rest sets the rows of L, R and O before the constraints. It returns the work that sets the rows
// behind them, or A, B and C beyond their lengths, up to half of the memory.
func (r *execution[E]) rest() Background {
	var value *E
	vectors := r.buffers.rows
	switch {
	case r.Program.Sparse:
		if len(r.W) > 0 {
			value = &r.W[0]
		}
		public := r.Program.Public
		copy(vectors[0], r.W[:public])
		fill(vectors[1][:public], value)
		fill(vectors[2][:public], value)
		for i, v := range vectors {
			vectors[i] = v[public+r.Program.Rows:]
		}
	case r.used:
		for i, v := range vectors {
			vectors[i] = v[len(v):cap(v)]
		}
	default: // memory that is zero
		return Background{}
	}
	return filling(vectors, value)
}
