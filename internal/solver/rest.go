package solver

import (
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// background returns the work of setting the rows that the workers leave out.
func (x *execution[E]) background(workers int) Background {
	if !x.whole {
		return Background{}
	}
	rest := x.rest()
	if rows := x.rows(); workers > 1 && rows != nil {
		return rest.And(copying(rows, x.buffers.rows, x.W))
	}
	return rest
}

func (x *execution[E]) rows() *program.Rows {
	if !x.whole || !x.Program.Sparse {
		return nil
	}
	return x.Program.rowsOf(x.system.System)
}

// rest sets the rows of L, R and O before the constraints. It returns the work that sets the rows
// behind them, or A, B and C beyond their lengths, up to half of the memory.
func (x *execution[E]) rest() Background {
	var value *E
	vectors := x.buffers.rows
	switch {
	case x.Program.Sparse:
		value = &x.W[0] // an input
		public := x.Program.Public
		copy(vectors[0], x.W[:public])
		fill(vectors[1][:public], value)
		fill(vectors[2][:public], value)
		for i, v := range vectors {
			vectors[i] = v[public+x.Program.Rows:]
		}
	case x.used:
		for i, v := range vectors {
			vectors[i] = v[len(v):cap(v)]
		}
	default: // memory that is zero
		return Background{}
	}
	return filling(vectors, value)
}
