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
	ctx context.Context, named string, witnesses <-chan witness.Witness, ahead int,
	options ...ProveOption,
) iter.Seq2[Proof, error] {
	return func(yield func(Proof, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		s := &stream{
			room: make(chan struct{}, max(ahead, 1)), jobs: make(chan submitted, max(ahead, 1)),
		}
		go s.submit(ctx, witnesses, func(full witness.Witness) (*Job, error) {
			return c.Submit(ctx, named, full, options...)
		})
		defer func() {
			cancel()
			for job := range s.jobs { // which nobody wants any more
				job.close()
			}
		}()
		for job := range s.jobs {
			proof, err := job.wait(ctx)
			<-s.room
			if !yield(proof, err) || ctx.Err() != nil {
				return
			}
		}
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}

// stream has the jobs of a stream that were submitted, in their order.
type stream struct {
	room chan struct{} // holds a token for each job that has not ended
	jobs chan submitted
}

// submit submits witnesses as they come, until the channel is closed or the context cancelled.
func (s *stream) submit(
	ctx context.Context, witnesses <-chan witness.Witness,
	submit func(witness.Witness) (*Job, error),
) {
	defer close(s.jobs)
	for {
		select {
		case <-ctx.Done():
			return
		case s.room <- struct{}{}:
		}
		select {
		case <-ctx.Done():
			return
		case full, open := <-witnesses:
			if !open {
				return
			}
			job, err := submit(full)
			s.jobs <- submitted{job, err} // has as much room
		}
	}
}

// submitted is a job of a stream, or the reason why there is none.
type submitted struct {
	job *Job
	err error
}

func (s submitted) wait(ctx context.Context) (Proof, error) {
	if s.err != nil {
		return nil, s.err
	}
	defer s.job.Close()
	return s.job.Wait(ctx)
}

func (s submitted) close() {
	if s.job != nil {
		s.job.Close()
	}
}
