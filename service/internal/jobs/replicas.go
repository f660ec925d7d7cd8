package jobs

import (
	"context"
	"fmt"
)

// Replicate has n servers of a cluster keep each of the tenant's streams. Queues that are opened
// afterwards read from a stream's leader, which alone has all that was acknowledged.
func (q *Queue) Replicate(ctx context.Context, n int) error {
	for _, name := range streams() {
		stream, err := q.JetStream.Stream(ctx, name)
		if err != nil {
			return err
		}
		config := stream.CachedInfo().Config
		if config.Replicas == n && config.AllowDirect == (n == 1) {
			continue
		}
		config.Replicas, config.AllowDirect = n, n == 1
		if _, err := q.JetStream.UpdateStream(ctx, config); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
