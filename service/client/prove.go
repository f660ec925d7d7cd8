package client

import (
	"context"
	"fmt"
	"time"

	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// Proof is a groth16.Proof or a plonk.Proof of gnark's.
type Proof = circuit.Proof

// Priority orders the jobs of a tenant.
type Priority = jobs.Priority

// The priorities.
const (
	High   = jobs.High
	Normal = jobs.Normal
	Low    = jobs.Low
)

// ProveOption is a setting of a job.
type ProveOption func(*jobs.Request)

// WithPriority orders the job among others. Without it the priority is [Normal].
func WithPriority(p Priority) ProveOption { return func(r *jobs.Request) { r.Priority = p } }

// WithDeadline sets when the proof is of no use any more. Without it the context's deadline counts,
// or else an hour after the submission.
func WithDeadline(t time.Time) ProveOption { return func(r *jobs.Request) { r.Deadline = t } }

// WithKey distinguishes jobs with the same circuit and witness. Without it they are one job.
func WithKey(key string) ProveOption { return func(r *jobs.Request) { r.Key = key } }

// Again makes a new proof also if the service keeps one of the same request.
func Again() ProveOption { return func(r *jobs.Request) { r.Again = true } }

// Prove returns a proof of a full witness, which a worker has made and verified.
//
// The circuit is named by its digest, or as [Client.Circuit] takes it. The error wraps
// [ErrUnsatisfied] if the witness does not satisfy the circuit. When the context is cancelled the
// job goes on, and the same call finds it again.
func (c *Client) Prove(
	ctx context.Context, named string, full witness.Witness, options ...ProveOption,
) (Proof, error) {
	job, err := c.Submit(ctx, named, full, options...)
	if err != nil {
		return nil, err
	}
	return job.Wait(ctx)
}

// Submit queues a job. It may be called again after any error: the same request is the same job.
func (c *Client) Submit(
	ctx context.Context, named string, full witness.Witness, options ...ProveOption,
) (*Job, error) {
	content, err := circuit.WitnessBytes(full)
	defer secrets.Return(content)
	if err != nil {
		return nil, err
	}
	return c.SubmitBytes(ctx, named, content, options...)
}

// SubmitBytes is [Client.Submit] for a full witness in gnark's binary form.
func (c *Client) SubmitBytes(
	ctx context.Context, named string, full []byte, options ...ProveOption,
) (*Job, error) {
	m, err := c.Find(ctx, named)
	if err != nil {
		return nil, err
	}
	return c.SubmitTo(ctx, m, full, options...)
}

// SubmitTo is [Client.SubmitBytes] for a circuit that [Client.Find] has found.
func (c *Client) SubmitTo(
	ctx context.Context, m *Circuit, full []byte, options ...ProveOption,
) (*Job, error) {
	request := jobs.Request{Circuit: m, Witness: full}
	request.Deadline, _ = ctx.Deadline()
	for _, option := range options {
		option(&request)
	}
	job := &Job{client: c, circuit: m}
	return job, c.queue().Persist(ctx, func(ctx context.Context) (err error) {
		job.Record, err = c.queue().Submit(ctx, request)
		return err
	})
}

// Job is a submitted job. Its record is as of the last question to the service.
type Job struct {
	*jobs.Record
	client  *Client
	circuit *Circuit // nil until it is needed
}

// Wait waits for the proof. The error is the job's, or the context's cause. Wait may be called
// again, by one goroutine at a time.
func (j *Job) Wait(ctx context.Context) (_ Proof, err error) {
	if err = j.End(ctx); err == nil && j.circuit == nil { // it may have been removed since
		j.circuit, err = j.client.Find(ctx, j.Circuit)
	}
	if err != nil {
		return nil, err
	}
	return circuit.ReadProof(j.circuit, j.Record.Proof)
}

// End waits until the job has ended. The error is the job's, or the context's cause.
func (j *Job) End(ctx context.Context) (err error) {
	if j.Record, err = j.client.queue().End(ctx, j.Record); err != nil {
		return err
	}
	err = j.Err()
	if details, opening := j.Words(); err != nil && opening == nil && details != "" {
		err = fmt.Errorf("%w: %s", err, details)
	}
	return err
}

// Words returns gnark's own words on a failed job. They may have values of the witness.
func (j *Job) Words() (string, error) { return j.client.queue().Details(j.Record) }
