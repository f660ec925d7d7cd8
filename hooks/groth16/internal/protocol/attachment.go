package protocol

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// attachment is a key's accelerator, with the wires that meet its vectors. It remembers how the key
// looked when it was made.
type attachment[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Accelerator[P1, P2, E, S]
	key fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [Scheme.Attach] was not given it.
	verifyingKey atomic.Value
	recommended  sync.Once // to give it
	equations    equations[P1, P2, E, S]

	selecting   sync.Mutex // guards the fields below
	selected    *selections[E]
	constraints *constraints[E]
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare()
		return nil
	})
	tasks.Go(func() error {
		wires, err := a.selectionsOf(pk, s.GetNbPublicVariables(), Hidden(s.commitments()))
		if err != nil {
			return err
		}
		return wires.Prepare(&pk.Domain.Domain)
	})
	tasks.Go(func() error { return a.prepareConstraints(s, pk.Domain.Len()) })
	if a.verifyingKey.Load() == nil {
		tasks.Go(func() error {
			_, err := a.equations.of(a.Curve, s, pk)
			if errors.Is(err, errUnwritten) {
				return nil // few of the proofs' sums are checked then
			}
			return err
		})
	}
	return tasks.Wait()
}

// selectionsOf returns the selections of a circuit. They follow from the number of its public wires
// and from the hidden ones. See [Hidden].
func (a *attachment[P1, P2, E, S]) selectionsOf(
	pk *Key[P1, P2, E], public int, hidden []int,
) (*selections[E], error) {
	a.selecting.Lock()
	defer a.selecting.Unlock()
	if s := a.selected; s != nil && s.public == public && slices.Equal(s.hidden, hidden) {
		return s, nil
	}
	old := a.selected
	a.selected = newSelections(a.field(), pk, public, hidden)
	return a.selected, old.close()
}

// constraintsOf returns the constraints of a circuit, over a domain of n elements.
func (a *attachment[P1, P2, E, S]) constraintsOf(s *System[E], n int) (*constraints[E], error) {
	a.selecting.Lock()
	defer a.selecting.Unlock()
	circuit := circuitOf(s.System, n)
	if c := a.constraints; c != nil && c.circuit == circuit {
		return c, nil
	}
	starts, err := startsOf(s.System, len(s.Coefficients), n)
	if err != nil {
		return nil, err
	}
	size := device.MatrixSize{Coefficients: len(s.Coefficients)}
	for i := range len(starts) - 1 {
		size.Add(int(starts[i+1] - starts[i]))
	}
	system, coefficients := weak.Make(s.System), len(s.Coefficients)
	read := func() (*device.Rows, error) {
		sys := system.Value()
		if sys == nil {
			return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
		}
		return rowsOf(sys, coefficients, n)
	}
	old := a.constraints
	a.constraints = &constraints[E]{
		Constraints: device.NewConstraints(a.field(), size, s.Coefficients, read),
		circuit:     circuit,
	}
	return a.constraints, old.close()
}

// constraintsThere returns the constraints of a circuit if they are on the device; else nil.
func (a *attachment[P1, P2, E, S]) constraintsThere(s *System[E], n int) *constraints[E] {
	a.selecting.Lock()
	defer a.selecting.Unlock()
	c := a.constraints
	if c == nil || c.circuit != circuitOf(s.System, n) || !c.Ready() {
		return nil
	}
	return c
}

// prepareConstraints sends the constraints of a circuit to the device, if there is one.
func (a *attachment[P1, P2, E, S]) prepareConstraints(s *System[E], n int) error {
	if !a.OnDevice() {
		return nil
	}
	c, err := a.constraintsOf(s, n)
	if err != nil {
		return err
	}
	return c.Prepare()
}

// recommend says, once for each key that is loaded, what a verifying key would be good for.
func (a *attachment[P1, P2, E, S]) recommend(whole bool) {
	a.recommended.Do(func() {
		message := "proofs are verified in part, for want of a verifying key: WithVerifyingKey"
		if whole {
			message = "proofs are verified by the proving key and the circuit, " +
				"for want of a verifying key: WithVerifyingKey"
		}
		log := logger.Logger()
		log.Info().Msg(message)
	})
}

// Close frees what was loaded for the key.
func (a *attachment[P1, P2, E, S]) Close() error {
	a.selecting.Lock()
	defer a.selecting.Unlock()
	return errors.Join(a.selected.close(), a.constraints.close(), a.Accelerator.Close())
}
