// Package client proves on a fleet of workers, with gnark's types.
//
//	c, err := client.Connect("nats://127.0.0.1:4222", client.WithKeyFile("service.key"))
//	digest, err := c.AddCircuit(ctx, ccs, pk, vk) // once
//	proof, err := c.Prove(ctx, digest, witness)   // was groth16.Prove(ccs, pk, witness)
//
// Submit and Job.Wait are the two halves of Prove. ProveStream proves a channel of witnesses. All
// of them go on after the connection was lost and came back.
package client

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

// The service tells of itself by these.
type (
	// Worker describes a worker of the fleet.
	Worker = jobs.Worker
	// Line counts the waiting and the running jobs of a circuit and a priority.
	Line = jobs.Line
	// Filter says which jobs [Client.Jobs] lists, and Page is the list.
	Filter = jobs.Filter
	Page   = jobs.Page
)

// Errors of the service. All that this package returns wrap one of these, an error of NATS or of a
// file, or the context's.
var (
	ErrUnsatisfied      = circuit.ErrUnsatisfied      // the witness does not satisfy the circuit
	ErrHint             = circuit.ErrHint             // a hint of the circuit fails for the witness
	ErrMalformedWitness = circuit.ErrMalformedWitness // not the bytes of a full witness of it
	ErrMalformedCircuit = circuit.ErrMalformed        // files are damaged, or not of one circuit
	ErrUnknownHints     = circuit.ErrUnknownHints     // no worker has the hints of the circuit
	ErrVersion          = circuit.ErrVersion          // another version of gnark compiled it

	ErrNoCircuit = jobs.ErrNoCircuit // no circuit has this digest or name
	ErrName      = jobs.ErrName      // a string cannot name a circuit
	ErrNameTaken = jobs.ErrNameTaken // the name points at another circuit
	ErrFull      = jobs.ErrFull      // the tenant stores as much as it may
	ErrBusy      = jobs.ErrBusy      // jobs of the circuit wait or run
	ErrSilent    = jobs.ErrSilent    // the server did not answer for minutes. The job goes on
	ErrNoJob     = jobs.ErrNoJob     // no job has this identifier, or its results are kept no more
	ErrEnded     = jobs.ErrEnded     // the job has ended already
	ErrDeadline  = jobs.ErrDeadline  // the job was not proved in time
	ErrGaveUp    = jobs.ErrGaveUp    // several runs of the job failed, or lost their worker
	ErrCancelled = jobs.ErrCancelled // somebody cancelled the job
	ErrInvalid   = jobs.ErrInvalid   // a request has a value that makes no sense
	ErrNoWorker  = jobs.ErrNoWorker  // no worker has this identifier, or none answers
	ErrShared    = jobs.ErrShared    // a tenant may not drain a worker that others have too
	ErrNoKey     = secrets.ErrNoKey  // the key file has neither the service's key nor the tenant's
)

// Client submits jobs as one tenant. It is safe for concurrent use.
//
// Programs of the service convert its internal type; no other can.
type Client jobs.Handle

// Option is a setting of [Connect].
type Option func(*settings) error

type settings struct {
	ring *secrets.Ring
	nats []nats.Option
}

// WithKeyFile names the file with the service's key, or with the tenant's. It is required.
func WithKeyFile(path string) Option {
	return func(s *settings) (err error) {
		s.ring, err = secrets.Read(path)
		return err
	}
}

// WithNATS gives options to the connection: credentials, TLS.
func WithNATS(options ...nats.Option) Option {
	return func(s *settings) error {
		s.nats = append(s.nats, options...)
		return nil
	}
}

// Connect connects to the NATS servers of a fleet. A URL may hold the tenant's name and token:
// nats://name:token@host:4222.
func Connect(url string, options ...Option) (*Client, error) {
	var s settings
	for _, option := range options {
		if err := option(&s); err != nil {
			return nil, err
		}
	}
	if s.ring == nil {
		return nil, fmt.Errorf("%w: WithKeyFile is missing", ErrNoKey)
	}
	queue, err := jobs.Dial(context.Background(), url, s.ring, jobs.DefaultKeep, s.nats...)
	if err != nil {
		return nil, err
	}
	return (*Client)(queue.Handle()), nil
}

func (c *Client) queue() *jobs.Queue { return (*jobs.Handle)(c).Queue() }

// Close closes the connection. Jobs go on.
func (c *Client) Close() { c.queue().Conn.Close() }

// Workers lists the workers that answer.
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	return jobs.Ask(ctx, c.queue().Conn)
}

// Lines lists the lines in which jobs of the tenant wait or run.
func (c *Client) Lines(ctx context.Context) ([]Line, error) { return c.queue().Lines(ctx) }

// Drain has a worker take no more jobs and end when the proofs that it makes are done. A worker of
// several tenants does not, and the error is [ErrShared].
func (c *Client) Drain(ctx context.Context, worker string) error {
	return jobs.Drain(ctx, c.queue().Conn, worker)
}

// Job returns a job with its record, or [ErrNoJob].
func (c *Client) Job(ctx context.Context, id string) (*Job, error) {
	job := &Job{client: c}
	err := c.queue().Persist(ctx, func(ctx context.Context) (err error) {
		job.Record, err = c.queue().Record(ctx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.queue().Locate(ctx, job.Record)
	return job, nil
}

// Jobs lists jobs, the latest first, a page at a time.
func (c *Client) Jobs(ctx context.Context, of Filter) (page *Page, err error) {
	err = c.queue().Persist(ctx, func(ctx context.Context) (err error) {
		page, err = c.queue().List(ctx, of)
		return err
	})
	return page, err
}

// Cancel ends a job that has not ended, or returns [ErrEnded]. A worker that proves it stops.
func (c *Client) Cancel(ctx context.Context, id string) error {
	_, err := c.queue().Cancel(ctx, id)
	return err
}
