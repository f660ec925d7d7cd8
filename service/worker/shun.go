package worker

import (
	"context"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/fleet"
)

// shunTime is how long a worker leaves a circuit to others after it has given a job back.
const shunTime = 5 * time.Second

// shun leaves the jobs of a circuit to other workers for a while, if one that answers can prove it.
func (w *Worker) shun(ctx context.Context, at *source) {
	workers, err := fleet.Ask(ctx, at.tenant.queue.Conn)
	if err != nil {
		w.log.Warn().Err(err).Msg("no other workers found")
		return
	}
	others := slices.DeleteFunc(workers, func(other fleet.Worker) bool { return other.ID == w.id })
	if fleet.Check(others, at.circuit) != nil {
		return
	}
	at.tenant.mutex.Lock()
	defer at.tenant.mutex.Unlock()
	at.tenant.shunned[at.circuit.Digest] = time.Now().Add(shunTime)
}
