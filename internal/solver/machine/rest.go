package machine

import (
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Background returns what sets the rows that the workers leave out.
func (r *runner[E]) Background(workers int) solver.Background {
	if !r.whole {
		return solver.Background{}
	}
	rest := r.rest()
	if rows := r.rows(); workers > 1 && rows != nil {
		return rest.And(solver.Copying(rows, r.buffers.rows, r.W))
	}
	return rest
}

func (r *runner[E]) rows() *program.Rows {
	if !r.whole || !r.Program.Sparse {
		return nil
	}
	return r.Program.rowsOf(r.system.System)
}

// rest sets the rows of L, R and O before those of the constraints. It returns what sets the rows
// behind, or what A, B and C have beyond their lengths, up to half of the memory.
func (r *runner[E]) rest() solver.Background {
	var filler E
	vectors := r.buffers.rows
	switch {
	case r.Program.Sparse:
		if len(r.W) > 0 {
			filler = r.W[0]
		}
		public := r.Program.Public
		copy(vectors[0], r.W[:public])
		solver.Fill(vectors[1][:public], filler)
		solver.Fill(vectors[2][:public], filler)
		for i, v := range vectors {
			vectors[i] = v[public+r.Program.Rows:]
		}
	case r.used:
		for i, v := range vectors {
			vectors[i] = v[len(v):cap(v)]
		}
	default: // memory that is zero
		return solver.Background{}
	}
	return solver.Filling(vectors, filler)
}
