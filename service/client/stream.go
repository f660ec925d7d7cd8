package client

import (
	"context"
	"iter"

	"github.com/consensys/gnark/backend/witness"
	"golang.org/x/sync/semaphore"
)

// ProveStream proves the witnesses of a channel, at most ahead of them at once. Each pair of the
// sequence is the result of one witness, in the order of the channel. An error belongs to its
// witness, and the stream goes on after it. The sequence ends when the channel is closed, or with
// the context's cause.
func (c *Client) ProveStream(
	ctx context.Context, named string, witnesses <-chan witness.Witness, ahead int,
	options ...ProveOption,
) iter.Seq2[Proof, error] {
	return func(yield func(Proof, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		room := semaphore.NewWeighted(int64(max(ahead, 1)))      // for jobs under way
		waits := make(chan func() (Proof, error), max(ahead, 1)) // for the jobs, in their order
		go func() {
			defer close(waits)
			for room.Acquire(ctx, 1) == nil {
				var full witness.Witness
				open := false
				select {
				case <-ctx.Done():
				case full, open = <-witnesses:
				}
				if !open {
					return
				}
				job, err := c.Submit(ctx, named, full, options...)
				waits <- func() (Proof, error) {
					if err != nil {
						return nil, err
					}
					return job.Wait(ctx)
				}
			}
		}()
		defer func() {
			cancel()
			for wait := range waits { // which nobody wants any more
				wait()
			}
		}()
		for wait := range waits {
			proof, err := wait()
			room.Release(1)
			if !yield(proof, err) || err != nil && ctx.Err() != nil {
				return
			}
		}
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}
