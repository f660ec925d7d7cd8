package groth16

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Sums computes the sums of one proof beside each other.
//
// A sum on the device leaves the processors free and begins at once. The quotient's sum comes
// last: while its values are on their way and are transformed, the other sums keep the device
// busy. A quotient that is left to the CPU occupies all processors. Sums that are left to the CPU
// too wait for it, and share the processors then.
type Sums[E any] struct {
	proof      *Proof[E]
	tasks      *parallel.Tasks
	processors chan struct{} // closed when the quotient leaves them to others
	free       func()
}

// NewSums returns the sums of a proof that was sent, as far as there was room. [WithQuotient] has
// to be called among them.
func NewSums[E any](proof *Proof[E]) *Sums[E] {
	s := &Sums[E]{
		proof: proof, tasks: new(parallel.Tasks), processors: make(chan struct{}),
	}
	s.free = sync.OnceFunc(func() { close(s.processors) })
	return s
}

// Beside returns the sums of the same proof on another device, whose wires were sent there. Wait
// waits for them too.
func (s *Sums[E]) Beside(proof *Proof[E]) *Sums[E] {
	return &Sums[E]{proof: proof, tasks: s.tasks, processors: s.processors, free: s.free}
}

// Wait waits for all sums, and returns the first error.
func (s *Sums[E]) Wait() error { return s.tasks.Wait() }

// onCPU is how many tasks a sum on the CPU gets: two sums share the processors.
func onCPU() ecc.MultiExpConfig {
	return ecc.MultiExpConfig{NbTasks: max(1, runtime.NumCPU()/2)}
}

// There waits for a sum, and says whether it is there. If not, [Sums.Wait] has the error.
type There func() bool

// WithWires begins the sum over a vector with the wires of a selection, which are on the device.
// If they are not, or the sum fails there, it is one with values from the host.
func WithWires[P, E any](s *Sums[E], to *P, v Vector[P, E], selection int) There {
	begun := begin(s.proof, v, selection)
	return s.begin(v.Name, func() (err error) {
		*to, err = begun()
		failed := v.redone(err)
		if !errors.Is(err, session.ErrOnCPU) && !failed {
			return err
		}
		values, err := s.proof.Values(selection)
		if err != nil {
			return err
		}
		if failed {
			return v.elsewhere(to, values)
		}
		return withValues(s, to, v, values)
	})
}

// WithValues begins the sum over a vector with values from the host.
func WithValues[P, E any](s *Sums[E], to *P, v Vector[P, E], values []E) There {
	return s.begin(v.Name, func() error { return withValues(s, to, v, values) })
}

func withValues[P, E any](s *Sums[E], to *P, v Vector[P, E], values []E) (err error) {
	if !v.OnDevice() {
		<-s.processors
	}
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return err
	}
	*to, err = v.MultiExp(values, onCPU())
	return err
}

// WithCoefficients begins the sum over a part of Z with the quotient's coefficients from an index
// on, which come from its device.
func WithCoefficients[P, E any](
	s *Sums[E], to *P, v Vector[P, E], c *Coefficients[E], from int,
) There {
	return s.begin(v.Name, func() error {
		values := c.of(from, len(v.Points))
		if values == nil {
			return nil // the quotient has an error
		}
		return withValues(s, to, v, values)
	})
}

// WithWiresQuotient is [WithQuotient] for a proof whose values of a, b and c are not known. The
// device computes them from the wires. If it does not, or has it that they do not satisfy the
// constraints, evaluate gives the values, or an error.
func WithWiresQuotient[P, E any, S field.Scalar[E]](
	s *Sums[E], to *P, z *OverZ[P, E], c *Constraints[E], domain *field.Domain[E],
	evaluate func() (*Values[E], error), cpu func(a, b, c []E) []E,
) There {
	return s.begin(z.Name, func() error {
		defer s.free()
		defer z.Others.giveUp()
		if z.OnDevice() && z.whole(domain.Len()) {
			s.free()
			sum, err := QuotientOfWires[P, E, S](s.proof.ctx, s.proof, c, z, domain)
			if err == nil {
				*to = *sum
				return nil
			}
			if !errors.Is(err, session.ErrOnCPU) && !errors.Is(err, ErrUnsatisfied) &&
				!z.redone(err) {
				return err
			}
		}
		if stopped := cuda.Stopped(s.proof.ctx); stopped != nil {
			return stopped
		}
		values, err := evaluate()
		if err != nil {
			return err
		}
		return quotientSum[P, E, S](s, to, z, values, cpu)
	})
}

// WithQuotient begins the sum over the key's vector Z with the coefficients of the quotient. If the
// device computes both, the coefficients stay there. If it fails, cpu computes the quotient, in
// the same form as [Quotient]. It may consume a, b and c, which nothing refers to any more.
func WithQuotient[P, E any, S field.Scalar[E]](
	s *Sums[E], to *P, z *OverZ[P, E], values *Values[E], cpu func(a, b, c []E) []E,
) There {
	return s.begin(z.Name, func() error {
		defer z.Others.giveUp()
		return quotientSum[P, E, S](s, to, z, values, cpu)
	})
}

func quotientSum[P, E any, S field.Scalar[E]](
	s *Sums[E], to *P, z *OverZ[P, E], values *Values[E], cpu func(a, b, c []E) []E,
) (err error) {
	defer s.free()
	var h []E
	f := s.proof.wires.field
	if z.OnDevice() && z.whole(values.Domain.Len()) {
		s.free()
		var sum *P
		sum, err = QuotientSum[P, E, S](s.proof.ctx, f, z, values)
		if err == nil {
			*to = *sum
			return nil
		}
	} else {
		h, err = Quotient[E, S](f, values)
	}
	if stopped := cuda.Stopped(s.proof.ctx); stopped != nil {
		return stopped
	}
	if z.Compute != nil && errors.Is(err, session.ErrElsewhere) {
		h, err = z.Compute(values)
	}
	if errors.Is(err, session.ErrOnCPU) {
		a, b, c := values.A, values.B, values.C
		values.A, values.B, values.C = nil, nil, nil
		h, err = cpu(a, b, c), nil
	}
	if err != nil {
		return err
	}
	z.Others.take(h)
	s.free()
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return err
	}
	*to, err = z.MultiExp(h[:min(len(h), len(z.Points))], onCPU())
	return err
}

func (s *Sums[E]) begin(name string, sum func() error) There {
	done, there := make(chan struct{}), false
	s.tasks.Go(func() error {
		defer close(done)
		if err := sum(); err != nil {
			return fmt.Errorf("sum over %s: %w", name, err)
		}
		there = true
		return nil
	})
	return func() bool {
		<-done
		return there
	}
}
