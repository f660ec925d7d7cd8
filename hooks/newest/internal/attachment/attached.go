package attachment

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Attached is the part of an accelerator that both schemes have: its key, and points on an engine.
type Attached struct {
	choice *Choice
	key    any // gnark's *ProvingKey
	detach func()
	points []interface{ close() error }
}

// ChoiceOf returns the choice of an accelerator. It is no method, since accelerators are public.
func ChoiceOf(a *Attached) *Choice { return a.choice }

// accelerator is one that embeds its Attached.
type accelerator interface{ attached() *Attached }

func (a *Attached) attached() *Attached { return a }

// of says whether the accelerator is a key's. A zero value is of none.
func (a *Attached) of(key any) bool { return a != nil && a.key == key }

// Attach has a key carry a new accelerator, unless it carries one. N is gnark's type of keys.
func Attach[A, N any, Acc accelerator](
	key Key[A], opts []Option, load func(*N, *Attached) (Acc, error),
) (acc Acc, err error) {
	native, ok := any(key).(*N)
	if !ok || native == nil {
		return acc, fmt.Errorf("%w: no %T over %s",
			accel.ErrInvalidOption, native, curve.NameOf(new(N)))
	}
	if acc, ok := any(key.Accelerator()).(Acc); ok && acc.attached().of(native) {
		return acc, nil
	}
	if acc, err = New(native, opts, load); err != nil {
		return acc, err
	}
	a := acc.attached()
	if a.detach, err = carry(key, acc); err != nil {
		var none Acc
		return none, errors.Join(err, a.Release())
	}
	return acc, nil
}

// New returns the accelerator of a key that does not carry it.
func New[N any, Acc accelerator](
	key *N, opts []Option, load func(*N, *Attached) (Acc, error),
) (acc Acc, err error) {
	c, err := Choose(opts)
	if err != nil {
		return acc, err
	}
	a := &Attached{choice: c, key: key, detach: func() {}}
	loaded, err := load(key, a)
	if err != nil {
		return acc, errors.Join(err, a.Release())
	}
	return loaded, nil
}

// Release takes the accelerator off its key and frees the device's memory. No proof with the key
// may be under way. Only the first Release does anything.
func (a *Attached) Release() (err error) {
	a.detach()
	for _, points := range a.points {
		err = errors.Join(err, points.close())
	}
	return err
}
