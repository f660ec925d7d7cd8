package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrBusy: jobs of a circuit wait or run.
var ErrBusy = errors.New("jobs of the circuit have not ended: wait, or cancel them")

// RemoveCircuit removes a circuit and the lines of its jobs, or returns [ErrBusy]. It may be called
// again after any error.
func (q *Queue) RemoveCircuit(ctx context.Context, m *circuit.Manifest) error {
	about, err := q.messages.Info(ctx, jetstream.WithSubjectFilter(Subject("*", m.Digest, "*")))
	if err != nil {
		return err
	}
	if n := len(about.State.Subjects); n > 0 {
		return fmt.Errorf("%w: %d of %.12s", ErrBusy, n, m.Digest)
	}
	if err := q.Space.RemoveCircuit(ctx, m); err != nil {
		return err
	}
	for _, priority := range Priorities {
		err := q.messages.DeleteConsumer(ctx, consumerOf(priority, m.Digest))
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
	}
	return nil
}
