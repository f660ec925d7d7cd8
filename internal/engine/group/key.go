package group

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Key is a key on the devices of a set. There are copies of it and, where several devices do better
// than one, a team. Once one of its devices is lost another team takes its place. It is safe for
// concurrent use.
type Key[C io.Closer] struct {
	*Copies[C]
	gather func() (*Team[C], error)

	mutex sync.Mutex // guards now
	now   *Team[C]
}

// NewKey returns a loaded key, as copies or as the team that gather makes. gather may be nil, or
// return nil for none; there is none either where a device fails at its share.
func NewKey[C io.Closer](c *Copies[C], gather func() (*Team[C], error)) (*Key[C], error) {
	k := &Key[C]{Copies: c, gather: gather}
	var err error
	if gather != nil && c.set.sole(c.n) == nil {
		k.now, err = gather()
	}
	if k.now == nil && (err == nil || errors.Is(err, engine.ErrElsewhere)) {
		_, err = k.Any()
	}
	return k, err
}

// team returns the team, all of whose devices work as far as that is known; or nil.
func (k *Key[C]) team() *Team[C] {
	var lost *Team[C]
	defer func() { _ = lost.Close() }() // without the mutex; a failure was logged
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if old := k.now; old != nil && !old.usable() {
		lost = old
		k.now, _ = k.gather() // without a team, copies of the key serve
	}
	return k.now
}

// AtOnce has a task done by the team, or with a copy without one.
func (k *Key[C]) AtOnce(task func(*Team[C]) error) error {
	if t := k.team(); t != nil {
		if err := task(t); !errors.Is(err, engine.ErrElsewhere) {
			return err
		}
	}
	return k.Use(func(c C) error { return task(single(c)) })
}

// Places returns the number of tasks that run at once, at least 1. It is one where the team does
// all tasks, however busy it is.
func (k *Key[C]) Places() int {
	if t := k.team(); t != nil && t.only() {
		return 1
	}
	return k.Copies.Places()
}

// Close closes the team and all copies. There is no team afterwards.
func (k *Key[C]) Close() (err error) {
	k.mutex.Lock()
	old := k.now
	k.now = nil
	k.mutex.Unlock()
	if old != nil {
		err = old.Close()
	}
	return errors.Join(err, k.Copies.Close())
}
