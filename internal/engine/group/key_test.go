package group

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// waiting is a copy whose Close waits.
type waiting struct{ closes, close chan struct{} }

func (w waiting) Close() error {
	close(w.closes)
	<-w.close
	return nil
}

// TestLostTeamCloses: a team with a lost device waits for its proofs as it closes. Nobody else
// waits with it.
func TestLostTeamCloses(t *testing.T) {
	lost := Of(engine.New(nil, errors.New("lost"), engine.Config{}))
	member := waiting{make(chan struct{}), make(chan struct{})}
	load := func(*engine.Engine) (waiting, error) { return waiting{}, nil }
	key := &Key[waiting]{
		Copies: NewCopies(lost, 10, load),
		gather: func() (*Team[waiting], error) { return nil, nil },
		now: &Team[waiting]{
			Members: []waiting{member}, set: lost, shares: []share{{device: lost.devices[0]}},
		},
	}
	ended := make(chan struct{})
	go func() {
		key.Places()
		close(ended)
	}()
	<-member.closes
	if !key.mutex.TryLock() {
		t.Fatal("the key waits, too")
	}
	key.mutex.Unlock()
	close(member.close)
	<-ended
}
