package client

import (
	"context"
	"iter"

	"github.com/consensys/gnark/backend/witness"
)

// ProveStream proves the witnesses of a channel, at most ahead of them at once. Each pair of the
// sequence is the result of one witness, in the order of the channel. An error belongs to its
// witness, and the stream goes on after it. The sequence ends when the channel is closed, or with
// the context's cause.
func (c *Client) ProveStream(
	ctx context.Context, circuit string, witnesses <-chan witness.Witness, ahead int,
	options ...ProveOption,
) iter.Seq2[Proof, error] {
	return func(yield func(Proof, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		submitted := make(chan pending, max(ahead-1, 0))
		go c.submitAll(ctx, circuit, witnesses, submitted, options)
		for next := range submitted {
			proof, err := next.wait(ctx)
			if !yield(proof, err) || ctx.Err() != nil {
				return
			}
		}
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}

// pending is a job of a stream, or the reason why there is none.
type pending struct {
	job *Job
	err error
}

func (p pending) wait(ctx context.Context) (Proof, error) {
	if p.err != nil {
		return nil, p.err
	}
	defer p.job.Close()
	return p.job.Wait(ctx)
}

// submitAll submits witnesses as they come, until the channel is closed or the context cancelled.
func (c *Client) submitAll(
	ctx context.Context, circuit string, witnesses <-chan witness.Witness, to chan<- pending,
	options []ProveOption,
) {
	defer close(to)
	for {
		select {
		case <-ctx.Done():
			return
		case full, open := <-witnesses:
			if !open {
				return
			}
			var next pending
			next.job, next.err = c.Submit(ctx, circuit, full, options...)
			select {
			case to <- next:
			case <-ctx.Done():
				return
			}
		}
	}
}
