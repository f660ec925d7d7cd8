package keys

import (
	"errors"
	"fmt"
	"io"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Key is a key on an engine's devices. On each of them it is an R.
type Key[R io.Closer] struct {
	*group.Key[R]
	Engine *accel.Engine
	Way    engine.Way // to make proofs
}

// On is the engine.
func (k *Key[R]) On() *accel.Engine { return k.Engine }

// Home returns the first device of an engine; nil is the default engine.
func Home(e *accel.Engine) *engine.Engine { return (*group.Set)(e).OrDefault().Home() }

// OnEngine returns a function that puts a group on the engine of a device.
func OnEngine[P, E any](g *accel.Group[P, E]) func(*engine.Engine) *engine.Group[P, E] {
	return (*group.Group[P, E])(g).On
}

// Attachment is a scheme's data of an attached key.
type Attachment interface {
	comparable
	io.Closer
	On() *accel.Engine
	Places() int
}

// Attached has the live keys of a scheme that were attached or proved with. Each has an A.
type Attached[A Attachment] struct {
	Type            Type
	ErrInvalidInput error
	// Matches says whether a key has not changed since it was attached.
	Matches func(a A, pk any) bool
	// Load loads a key onto an engine; nil is [accel.Default]. before is the earlier attachment of
	// the same key, or nil. A device may have points of the key.
	Load func(engine *accel.Engine, pk any, before A, made *engine.Made) (A, error)
	// Check refuses settings that the key does not fit. The returned function prepares the key as
	// they say.
	Check func(pk any, with *settings.Settings) (prepare func(A) error, err error)

	loaded Cache[A]
}

// Attach loads a key ahead of its first proof, as the settings say. It prepares the constraint
// system that it belongs to unless that is nil. A nil engine is the one that the key is attached to
// already, or else [accel.Default]. A key that is attached to another engine moves; proofs under
// way finish where they began.
func (k *Attached[A]) Attach(pk any, with *settings.Settings) error {
	return k.AttachMade(pk, with, engine.Telling(with.Progress))
}

// AttachMade is Attach of a key of which a device may have points. Those are not sent. After an
// error it leaves nothing attached that was not before.
func (k *Attached[A]) AttachMade(pk any, with *settings.Settings, made *engine.Made) error {
	if k.Type.Key(pk) == nil {
		return k.NoKey()
	}
	prepare, err := k.Check(pk, with)
	if err != nil {
		return err
	}
	lease, err := k.Acquire(pk, with.Engine, made)
	if err != nil {
		return err
	}
	if (*group.Set)(lease.Value.On()).Closed() {
		err = engine.ErrClosed
	} else {
		err = prepare(lease.Value)
	}
	if err != nil {
		return errors.Join(err, lease.Abandon())
	}
	return lease.Release()
}

// AttachWith is Attach with a system, an engine and a verifying key. Each of them may be nil.
func (k *Attached[A]) AttachWith(pk any, ccs any, engine *accel.Engine, vk any) error {
	with := &settings.Settings{Engine: engine, VerifyingKey: vk}
	with.Circuit, _ = ccs.(constraint.ConstraintSystem)
	return k.AttachMade(pk, with, nil)
}

// NoKey is the error of a nil in a key's place.
func (k *Attached[A]) NoKey() error { return fmt.Errorf("%w: no proving key", k.ErrInvalidInput) }

// Release frees a key's memory: at once, or after the last proof that uses it. It is no error if
// there is nothing. A later proof attaches the key again.
func (k *Attached[A]) Release(pk any) error {
	key := k.Type.Key(pk)
	if key == nil {
		return k.NoKey()
	}
	return k.loaded.Release(key)
}

// Devices returns the number of devices that prove with a key at once. It is at least 1. A key that
// is not attached is attached to the default engine first.
func (k *Attached[A]) Devices(pk any) int {
	if k.Type.Key(pk) == nil {
		return 1
	}
	lease, err := k.Acquire(pk, nil, nil)
	if err != nil {
		return 1 // the first proof says why
	}
	defer func() { _ = lease.Release() }()
	return lease.Value.Places()
}

// Has says whether a key is loaded, or about to be.
func (k *Attached[A]) Has(pk any) bool { return k.loaded.Has(k.Type.Key(pk)) }

// Acquire returns a lease on a key's attachment. The key is loaded if there is nothing, if the
// engine is another, or if the key was replaced in the meantime.
func (k *Attached[A]) Acquire(
	pk any, engine *accel.Engine, made *engine.Made,
) (*Lease[A], error) {
	var before A
	usable := func(a A) bool {
		if !k.Matches(a, pk) {
			return false
		}
		before = a
		return engine == nil || engine == a.On()
	}
	return k.loaded.Acquire(k.Type.Key(pk), usable,
		func() (A, error) { return k.Load(engine, pk, before, made) })
}

// Reload has the next proof find a key loaded anew. The device's memory for all keys is loaded anew
// with it. It does nothing if another proof has done so since the key was attached.
func (k *Attached[A]) Reload(a A, pk any) error {
	renewed := (*group.Set)(a.On()).Renew()
	another := func(b A) bool { return b != a }
	lease, err := k.loaded.Acquire(k.Type.Key(pk), another,
		func() (A, error) { return k.Load(a.On(), pk, a, nil) })
	if err != nil {
		return errors.Join(renewed, err)
	}
	return errors.Join(renewed, lease.Release())
}
