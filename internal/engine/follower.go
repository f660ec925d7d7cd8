package engine

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Follower sends a vector to devices while a solver computes its elements. Each device gets the
// part that it needs. A solver says how far it is. The first device locks the pages. Nil sends
// nothing.
type Follower[E any] struct {
	all   []*Sending[E]
	parts []Window
	begun bool
}

// Window is a part of a vector: the elements with indices in [From, To).
type Window struct{ From, To int }

// NewFollower returns a follower for one vector, which goes to the devices of fields. It sends
// until the context is cancelled. Without parts each is sent all. It has to be closed.
func NewFollower[E any](ctx context.Context, fields []*Field, parts []Window) *Follower[E] {
	a := &Follower[E]{parts: parts}
	for _, f := range fields {
		a.all = append(a.all, &Sending[E]{field: f, ctx: ctx})
	}
	return a
}

// Leave keeps so many bytes of the i-th device free. Unless its proof finds them for its own
// vectors, beside the values that are sent, nothing is sent there. It comes before Begin.
func (f *Follower[E]) Leave(i int, bytes uint64) { f.all[i].needs = bytes }

// Begin begins to send values. Each goes as soon as it is known and its turn comes. Unless pages
// are pinned already, they are locked for that, up to the values' capacity. Locked says later
// whether they were and still are, and unpin unlocks them; both are nil if nobody tries. The engine
// of the first device, whose context has locked them, ends others' copies from them before the
// context goes.
func (f *Follower[E]) Begin(values []E, pinned bool) (unpin func(), locked func() bool) {
	if f.begun {
		return nil, nil
	}
	f.begun = true
	if f.parts == nil {
		for range f.all {
			f.parts = append(f.parts, Window{0, len(values)})
		}
	}
	p, lock := newPages(pinned), raw.Bytes(values[:cap(values)])
	if pinned {
		lock = nil
	}
	first := f.all[0]
	for i, one := range f.all {
		part := f.parts[i]
		if i > 0 && part.From == part.To {
			continue
		}
		end, held := one.begin(values[part.From:part.To], p, lock)
		if i == 0 {
			unpin, locked, lock = end, held, nil
		} else if first.session != nil && one.session != nil {
			first.session.engine.remember(one.session)
		}
	}
	return unpin, locked
}

// Known says that the first n values will not change.
func (f *Follower[E]) Known(n int) {
	for i, one := range f.all {
		if known := min(n, f.parts[i].To) - f.parts[i].From; known > 0 {
			one.tell(known)
		}
	}
}

// On returns the upload to the device of a field; nil for another one.
func (f *Follower[E]) On(field *Field) *Sending[E] {
	if f == nil {
		return nil
	}
	for _, one := range f.all {
		if one.field.Engine() == field.Engine() {
			return one
		}
	}
	return nil
}

// Close is [Sending.Close].
func (f *Follower[E]) Close() (err error) {
	if f == nil {
		return nil
	}
	for _, one := range f.all {
		err = errors.Join(err, one.Close())
		if first := f.all[0].session; first != nil {
			first.engine.forget(one.session)
		}
	}
	return err
}
