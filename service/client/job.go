package client

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

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
