package jobs

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// Handle is a queue by the name that package client makes its type of.
type Handle struct{ queue *Queue }

// Handle returns the queue's handle.
func (q *Queue) Handle() *Handle { return &Handle{q} }

// Queue returns the handle's queue.
func (h *Handle) Queue() *Queue { return h.queue }

// Add stores a circuit that a worker can prove, and its files. Where another version of gnark wrote
// them the manifest is incomplete: a worker of that version reads them, and this program does not.
func (q *Queue) Add(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, naming store.Naming,
) error {
	workers, err := Ask(ctx, q.Conn)
	if err != nil {
		return err
	}
	worker, err := able(workers, m)
	if err == nil && m.GnarkVersion != circuit.OwnVersion() {
		_, unknown := q.FindCircuit(ctx, m.Digest)
		if err = q.Persist(ctx, func(ctx context.Context) error {
			return q.AddFiles(ctx, m, files, naming)
		}); err == nil {
			err = q.complete(ctx, worker, m)
		}
		if err == nil {
			_, err = able(workers, m)
		}
		if err != nil && errors.Is(unknown, store.ErrNoCircuit) { // no file stays
			err = errors.Join(err, q.Space.RemoveCircuit(context.WithoutCancel(ctx), m))
		}
	}
	if err != nil {
		return err
	}
	return q.Persist(ctx, func(ctx context.Context) error {
		return q.AddCircuit(ctx, m, files, naming)
	})
}
