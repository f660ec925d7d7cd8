package jobs

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// Handle is a queue by the name that package client makes its type of.
type Handle struct{ queue *Queue }

// Handle returns the queue's handle.
func (q *Queue) Handle() *Handle { return &Handle{q} }

// Queue returns the handle's queue.
func (h *Handle) Queue() *Queue { return h.queue }

// Add stores a circuit that a worker can prove, and its files.
func (q *Queue) Add(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, naming store.Naming,
) error {
	workers, err := Ask(ctx, q.Conn)
	if err != nil {
		return err
	}
	if err := checkWorkers(workers, m); err != nil {
		return err
	}
	return q.Persist(ctx, func(ctx context.Context) error {
		return q.AddCircuit(ctx, m, files, naming)
	})
}
