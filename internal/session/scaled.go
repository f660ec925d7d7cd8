package session

import (
	"context"
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Scaled are vectors of scalars on the host that sums take times a factor. They are sent to the
// device and multiplied there or, where it has no room for them, multiplied on the host.
type Scaled struct {
	Field   *cuda.Field
	Factor  []uint64 // in Montgomery form
	Vectors [][]byte
	// Products has the host multiply. It calls use with the products, which it clears afterwards.
	Products func(use func(vectors [][]byte) error) error
}

// MultiExpScaled is [Bases.MultiExp] with scaled vectors. Over bases with a bound for their scalars
// the caller vouches for the products.
func (b *Bases) MultiExpScaled(from int, s *Scaled, accept []Accept) error {
	if err := b.begin(); err != nil {
		return err
	}
	defer b.end()
	t := newMSMs(b.group, 0, len(s.Vectors))
	for i := range s.Vectors {
		if err := CheckRange(b.points, from, s.length(i)); err != nil {
			return err
		}
		t.size += s.length(i)
	}
	t.hostBases = b.onHost
	return b.attempt(t, func() (*cuda.Report, error) {
		return b.engine.sumScaled(s, accept, func(v *cuda.Scalars) ([]*cuda.Result, error) {
			return b.resident.MultiExpScalars(from, v)
		}, func(products [][]byte) ([]*cuda.Result, error) {
			return b.resident.MultiExpBatch(from, products)
		})
	})
}

// MultiExpScaled is [Engine.MultiExp] with one scaled vector.
func (e *Engine) MultiExpScaled(g *cuda.Group, points []byte, s *Scaled, accept []Accept) error {
	if err := e.life.Begin(); err != nil {
		return err
	}
	defer e.life.End()
	t := newMSMs(g, s.length(0), 1)
	return e.attempt(t, func() (*cuda.Report, error) {
		return e.sumScaled(s, accept, func(v *cuda.Scalars) ([]*cuda.Result, error) {
			return e.backend.MultiExpScalars(g, points, v)
		}, func(products [][]byte) ([]*cuda.Result, error) {
			result, err := e.backend.MultiExp(g, points, products[0])
			return []*cuda.Result{result}, err
		})
	})
}

// sumScaled computes sums with products that the device has, as resident does, or else with those
// of the host, as sent does.
func (e *Engine) sumScaled(
	s *Scaled, accept []Accept, resident func(*cuda.Scalars) ([]*cuda.Result, error),
	sent func(products [][]byte) ([]*cuda.Result, error),
) (report *cuda.Report, err error) {
	err = e.admitted(context.Background(), func(w *cuda.Workspace) error {
		scalars, err := s.products(w)
		if err != nil {
			return err
		}
		defer scalars.Close()
		report, err = acceptAll(func() ([]*cuda.Result, error) { return resident(scalars) }, accept)
		if err == nil {
			report.BytesUp += uint64(s.total() * s.Field.ElementBytes())
		}
		return err
	})
	if !errors.Is(err, ErrNoRoom) && !driver.OutOfMemory(err) {
		return report, err
	}
	err = s.Products(func(products [][]byte) (err error) {
		report, err = acceptAll(func() ([]*cuda.Result, error) { return sent(products) }, accept)
		return err
	})
	return report, err
}

// products has the device multiply. They lie one behind the other, so that vectors of one length
// go through one pass. [ErrNoRoom] says that the device cannot have them.
func (s *Scaled) products(w *cuda.Workspace) (*cuda.Scalars, error) {
	empty := func(v []byte) bool { return len(v) == 0 }
	if slices.ContainsFunc(s.Vectors, empty) || !w.Room(s.Field, s.total()) {
		return nil, ErrNoRoom
	}
	all, err := w.Vector(s.Field, s.total())
	if err != nil {
		return nil, err
	}
	each, from := make([]*cuda.Vector, len(s.Vectors)), 0
	for i, v := range s.Vectors {
		each[i] = all.Slice(from, from+s.length(i))
		from += s.length(i)
		w.Upload(each[i], v)
	}
	w.Combine(all, [][]uint64{s.Factor}, []*cuda.Vector{all})
	return w.Scalars(each...)
}

// length is the number of a vector's elements, total that of all.
func (s *Scaled) length(i int) int { return len(s.Vectors[i]) / s.Field.ElementBytes() }

func (s *Scaled) total() (n int) {
	for i := range s.Vectors {
		n += s.length(i)
	}
	return n
}
