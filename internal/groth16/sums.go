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

// Sums computes the sums of one proof at the same time.
//
// A sum on the device leaves the processors free and begins at once. The quotient's sum comes
// last: while its values are on their way and are transformed, the other sums keep the device
// busy. A quotient that is left to the CPU occupies all processors. Sums that are left to the CPU
// too wait for it, and share the processors then.
type Sums[E any] struct {
	proof      *Proof[E]
	tasks      parallel.Tasks
	processors chan struct{} // closed when the quotient leaves them to other sums
	free       func()
}

// NewSums returns the sums of a proof that was sent, as far as there was room. Sums on the CPU wait
// for [Quotient.Sum], or for [Sums.WithoutQuotient].
func NewSums[E any](proof *Proof[E]) *Sums[E] {
	s := &Sums[E]{proof: proof, processors: make(chan struct{})}
	s.free = sync.OnceFunc(func() { close(s.processors) })
	return s
}

// WithoutQuotient says that no quotient needs the processors.
func (s *Sums[E]) WithoutQuotient() { s.free() }

// Wait waits for all sums, and returns the first error.
func (s *Sums[E]) Wait() error { return s.tasks.Wait() }

// onCPU is how many tasks a sum on the CPU gets: two sums share the processors.
func onCPU() ecc.MultiExpConfig {
	return ecc.MultiExpConfig{NbTasks: max(1, runtime.NumCPU()/2)}
}

// Sum waits for a sum that is under way. It may be called again.
type Sum[P any] func() (P, error)

// begin begins a sum, whose error gets a name.
func begin[P, E any](s *Sums[E], name string, compute func() (P, error)) Sum[P] {
	var sum P
	var err error
	done := make(chan struct{})
	s.tasks.Go(func() error {
		defer close(done)
		if sum, err = compute(); err != nil {
			err = fmt.Errorf("sum over %s: %w", name, err)
		}
		return err
	})
	return func() (P, error) {
		<-done
		return sum, err
	}
}

// SumOfWires begins the sum over a vector with the wires of a selection, given by its number. They
// are on the device. If not, or if the sum fails there, it is one with values from the host.
func SumOfWires[P, E any](s *Sums[E], v *Vector[P, E], selection int) Sum[P] {
	onDevice := beginOnDevice(s.proof, v, selection)
	return begin(s, v.Name, func() (P, error) {
		sum, err := onDevice()
		if !errors.Is(err, session.ErrOnCPU) {
			return sum, err
		}
		values, err := s.proof.Values(selection)
		if err != nil {
			return sum, err
		}
		return withValues(s, v, values)
	})
}

// SumOfValues begins the sum over a vector with values from the host.
func SumOfValues[P, E any](s *Sums[E], v *Vector[P, E], values []E) Sum[P] {
	return begin(s, v.Name, func() (P, error) { return withValues(s, v, values) })
}

// SumWith begins the sum over a part of Z, which meets the coefficients from an index on. The sum
// is zero where the quotient fails: its own sum has the error.
func SumWith[P, E any](
	s *Sums[E], v *Vector[P, E], c *Coefficients[E], from int,
) Sum[P] {
	return begin(s, v.Name, func() (sum P, err error) {
		<-c.known
		if !c.set || len(v.Points) == 0 {
			return sum, nil
		}
		return withValues(s, v, c.values[from-c.from:][:len(v.Points)])
	})
}

func withValues[P, E any](s *Sums[E], v *Vector[P, E], values []E) (sum P, err error) {
	if len(v.Points) == 0 {
		return sum, nil
	}
	if !v.OnDevice() {
		<-s.processors
	}
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return sum, err
	}
	return v.MultiExp(values, onCPU())
}

// Quotient is how the quotient of a proof is computed.
type Quotient[E any] struct {
	Domain *field.Domain[E]
	// Constraints, unless nil, have the device compute a, b and c from the wires.
	Constraints *Constraints[E]
	// Values returns a, b and c where the device does not compute them, or has it that they do not
	// satisfy the constraints.
	Values func() (*Values[E], error)
	// OnCPU computes the quotient in the form of [ComputeQuotient] where the device fails. It may
	// consume a, b and c, which nothing refers to any more.
	OnCPU func(a, b, c []E) []E
	// Beyond, unless nil, takes the coefficients that the points of Z do not meet.
	Beyond *Coefficients[E]
}

// SumOfQuotient begins the sum over a key's vector Z with the coefficients of the quotient. If the
// device computes both, the coefficients stay there.
func SumOfQuotient[P, E any, S field.Scalar[E]](
	s *Sums[E], z *Vector[P, E], q *Quotient[E],
) Sum[P] {
	return begin(s, z.Name, func() (sum P, err error) {
		defer s.free()
		defer q.Beyond.End()
		if q.Constraints != nil && z.OnDevice() {
			s.free()
			sum, err := sumOfWiresQuotient[P, E, S](s.proof, z, q)
			if !errors.Is(err, session.ErrOnCPU) && !errors.Is(err, ErrUnsatisfied) {
				return sum, err
			}
		}
		if err := cuda.Stopped(s.proof.ctx); err != nil {
			return sum, err
		}
		values, err := q.Values()
		if err != nil {
			return sum, err
		}
		return sumOfValuesQuotient[P, E, S](s, z, q, values)
	})
}

// sumOfValuesQuotient is the sum with the quotient of values.
func sumOfValuesQuotient[P, E any, S field.Scalar[E]](
	s *Sums[E], z *Vector[P, E], q *Quotient[E], values *Values[E],
) (sum P, err error) {
	var h []E
	f := s.proof.wires.field
	if z.OnDevice() {
		s.free()
		sum, err = quotientSum[P, E, S](s.proof.ctx, f, z, values, q.Beyond)
		if err == nil {
			return sum, nil
		}
	} else {
		h, err = ComputeQuotient[E, S](f, values)
	}
	if stopped := cuda.Stopped(s.proof.ctx); stopped != nil {
		return sum, stopped
	}
	if errors.Is(err, session.ErrOnCPU) {
		a, b, c := values.A, values.B, values.C
		values.A, values.B, values.C = nil, nil, nil
		h, err = q.OnCPU(a, b, c), nil
	}
	if err != nil {
		return sum, err
	}
	q.Beyond.take(h)
	s.free()
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return sum, err
	}
	return z.MultiExp(h[:z.met(len(h))], onCPU())
}
