package group

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// counted is a copy that counts its Close.
type counted struct{ closed *int }

func (c counted) Close() error { *c.closed++; return nil }

// TestLoadFailsOnce: a use that waits for a load that fails loads again. That copy is closed too,
// and later uses find it.
func TestLoadFailsOnce(t *testing.T) {
	set := &Set{devices: []*Device{{open: func() *engine.Engine { return nil }}}}
	loading, fail := make(chan struct{}), make(chan error)
	loads, closed := 0, 0
	c := NewCopies(set, 10, func(*engine.Engine) (counted, error) {
		if loads++; loads == 1 {
			close(loading)
			return counted{}, <-fail
		}
		return counted{&closed}, nil
	})
	first, second := make(chan error, 1), make(chan error, 1)
	get := func(to chan error) {
		_, err := c.Any()
		to <- err
	}
	go get(first)
	<-loading
	go get(second)
	time.Sleep(10 * time.Millisecond) // until it waits
	failure := errors.New("failure")
	fail <- failure
	if err := <-first; !errors.Is(err, failure) {
		t.Errorf("the first load: %v", err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	if _, err := c.Any(); err != nil || loads != 2 {
		t.Errorf("%v after %d loads, expected 2", err, loads)
	}
	if err := c.Close(); err != nil || closed != 1 {
		t.Errorf("%v, %d copies closed, expected 1", err, closed)
	}
}
