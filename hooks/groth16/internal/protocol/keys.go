package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// attachments has what a scheme keeps of gnark's proving keys, as long as they live. It is
// [gnarksKeys], without the keys' type.
type attachments[P1, P2, E comparable] interface {
	Attach(pk any, with *settings.Settings) error
	AttachMade(pk any, with *settings.Settings, made *engine.Made) error
	Devices(pk any) int
	Release(pk any) error

	is(pk any) bool
	has(pk any) bool
	attachWith(pk, ccs any, engine *accel.Engine, vk any) error
	acquire(pk any, engine *accel.Engine, made *engine.Made) (
		*keycache.Lease[*attachment[P1, P2, E]], error)
	reload(a *attachment[P1, P2, E], pk any) error
	equationsOf(pk any) (*equations[P1, P2, E], error)
	fileOf(pk any) *keyFile[P1, P2]
	readFrom(pk any, with *settings.Settings) error
}

// gnarksKeys holds the attachments of keys K.
type gnarksKeys[K any, P1, P2, E comparable] struct {
	keys.Attached[K, *attachment[P1, P2, E]]
	key func(pk any) *Key[P1, P2, E]
	// equations verify proofs with these keys where there is no verifying key.
	equations keycache.Cache[K, *equations[P1, P2, E]]
	// files has the files of keys that were read with a folder.
	files keycache.Cache[K, *keyFile[P1, P2]]
}

func (*gnarksKeys[K, P1, P2, E]) is(object any) bool {
	_, is := object.(*K)
	return is
}

func (k *gnarksKeys[K, P1, P2, E]) has(pk any) bool { return k.Has(k.KeyOf(pk)) }

func (k *gnarksKeys[K, P1, P2, E]) attachWith(pk, ccs any, engine *accel.Engine, vk any) error {
	return k.AttachWith(k.KeyOf(pk), ccs, engine, vk)
}

func (k *gnarksKeys[K, P1, P2, E]) acquire(pk any, engine *accel.Engine, made *engine.Made) (
	*keycache.Lease[*attachment[P1, P2, E]], error,
) {
	return k.Acquire(k.KeyOf(pk), engine, made)
}

func (k *gnarksKeys[K, P1, P2, E]) reload(a *attachment[P1, P2, E], pk any) error {
	return k.Reload(a, k.KeyOf(pk))
}

// Release is Release of [keys.Attached], and releases the key's equations too.
func (k *gnarksKeys[K, P1, P2, E]) Release(pk any) error {
	return errors.Join(k.Attached.Release(pk), k.equations.Release(k.KeyOf(pk)))
}
