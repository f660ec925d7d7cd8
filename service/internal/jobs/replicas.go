package jobs

import (
	"context"
	"slices"

	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// Replicate has n servers of a cluster keep each of the tenant's streams. Queues that are opened
// afterwards read from a stream's leader, which alone has all that was acknowledged.
func (q *Queue) Replicate(ctx context.Context, n int) error {
	own := append(store.Streams(), queueStream, deadStream)
	for i := range recordBuckets {
		own = append(own, "KV_"+recordsBucket(i))
	}
	streams := q.JetStream.ListStreams(ctx)
	for info := range streams.Info() {
		if !slices.Contains(own, info.Config.Name) {
			continue
		}
		info.Config.Replicas, info.Config.AllowDirect = n, n == 1
		if _, err := q.JetStream.UpdateStream(ctx, info.Config); err != nil {
			return err
		}
	}
	return streams.Err()
}
