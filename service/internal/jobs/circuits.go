package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrBusy: jobs of a circuit wait or run.
var ErrBusy = errors.New("jobs of the circuit have not ended: wait, or cancel them")

// Add stores a circuit that a worker can prove, and its files. Where another version of gnark wrote
// them the manifest is incomplete: a worker of that version reads them, and this program does not.
func (q *Queue) Add(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, naming store.Naming,
) error {
	workers, worker, err := q.findAble(ctx, m)
	if err == nil && m.GnarkVersion != circuit.OwnVersion() {
		if err = q.Persist(ctx, func(ctx context.Context) error {
			return q.AddFiles(ctx, m, files, naming)
		}); err == nil {
			err = q.complete(ctx, worker, m)
		}
		if err == nil {
			_, err = able(workers, m)
		}
		if err != nil {
			err = errors.Join(err, q.forget(context.WithoutCancel(ctx), m))
		}
	}
	if err != nil {
		return err
	}
	return q.Persist(ctx, func(ctx context.Context) error {
		return q.AddCircuit(ctx, m, files, naming)
	})
}

// findAble asks for workers, and names one that can prove a circuit. It asks twice before it finds
// none, since the answer of a busy worker may come late.
func (q *Queue) findAble(
	ctx context.Context, m *circuit.Manifest,
) (all []Worker, id string, err error) {
	for range 2 {
		if all, err = Ask(ctx, q.Conn); err != nil {
			return nil, "", err
		}
		if id, err = able(all, m); err == nil {
			break
		}
	}
	return all, id, err
}

// forget removes the files of a circuit that was not added, unless another call has added it.
func (q *Queue) forget(ctx context.Context, m *circuit.Manifest) error {
	if _, err := q.FindCircuit(ctx, m.Digest); !errors.Is(err, store.ErrNoCircuit) {
		return nil
	}
	return q.Space.RemoveCircuit(ctx, m)
}

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
