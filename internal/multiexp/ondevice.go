package multiexp

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// request asks for sums over bases of one device, from an index on. There is one for each vector of
// scalars. These are on the host, or one is on the device.
type request[E any] struct {
	from    int
	vectors [][]E
	onField *session.Field // of the vector on the device
	vector  *cuda.Vector
}

// scalars returns the number of scalars of all vectors.
func (r *request[E]) scalars() (n int) {
	if r.vector != nil {
		return r.vector.Len()
	}
	for _, v := range r.vectors {
		n += len(v)
	}
	return n
}

// onDevice has a device compute sums over scalars, which are multiplied by the factor before unless
// it is nil. The device or the host has the products, and clears them afterwards.
func (g *Group[P, E]) onDevice(l *session.Loaded, r *request[E], factor *E) (sums []P, err error) {
	sums, accept := g.sums(max(1, len(r.vectors)))
	if r.vector != nil {
		err = l.MultiExpVector(r.onField, r.from, r.vector, words(factor), accept[0])
	} else {
		err = g.fromHost(l, r, factor, accept)
	}
	if err != nil {
		return nil, err
	}
	return sums, nil
}

// fromHost is onDevice for scalars on the host.
func (g *Group[P, E]) fromHost(
	l *session.Loaded, r *request[E], factor *E, accept []session.Accept,
) error {
	scalars := make([][]byte, len(r.vectors))
	for i, v := range r.vectors {
		if factor != nil {
			v = g.multiplied(v, factor)
			defer clear(v)
		}
		scalars[i] = driver.Bytes(v)
	}
	return l.MultiExp(r.from, scalars, accept)
}

// sums returns k points, and the functions that accept results as them.
func (g *Group[P, E]) sums(k int) ([]P, []session.Accept) {
	sums, accept := make([]P, k), make([]session.Accept, k)
	for i := range sums {
		accept[i] = g.host.Accept(&sums[i])
	}
	return sums, accept
}

// multiplied returns the scalars times a factor.
func (g *Group[P, E]) multiplied(scalars []E, factor *E) []E {
	products := make([]E, len(scalars))
	parallel.Chunks(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			g.host.Mul(&products[i], &scalars[i], factor)
		}
	})
	return products
}

// words returns the limbs of a factor, and nil for none.
func words[E any](factor *E) []uint64 {
	if factor == nil {
		return nil
	}
	return driver.Words(factor)
}
