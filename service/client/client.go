package client

import (
	"context"
	"fmt"
	"sync"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/fleet"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go"
)

// Circuit describes a circuit that was added.
type Circuit = circuit.Manifest

// Worker describes a worker of the fleet.
type Worker = fleet.Worker

// Errors of the service. All that this package returns wrap one of these, an error of NATS, or the
// context's.
var (
	ErrUnsatisfied      = circuit.ErrUnsatisfied
	ErrMalformedWitness = circuit.ErrMalformedWitness
	ErrMalformedCircuit = circuit.ErrMalformed
	ErrUnknownHints     = circuit.ErrUnknownHints
	ErrVersion          = circuit.ErrVersion
	ErrNoCircuit        = store.ErrNoCircuit
	ErrNoJob            = jobs.ErrNoJob
	ErrEnded            = jobs.ErrEnded
	ErrDeadline         = jobs.ErrDeadline
	ErrGaveUp           = jobs.ErrGaveUp
	ErrCancelled        = jobs.ErrCancelled
	ErrInvalid          = jobs.ErrInvalid
	ErrNoWorker         = fleet.ErrNoWorker
	ErrNoKey            = secrets.ErrNoKey
)

// Client submits jobs as one tenant. It is safe for concurrent use.
type Client struct {
	queue *jobs.Queue

	mutex    sync.Mutex
	circuits map[string]*Circuit // by digest
}

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
	queue, err := jobs.Dial(url, s.ring, s.nats...)
	if err != nil {
		return nil, err
	}
	return Of(queue), nil
}

// Of returns a client of jobs that are open. It serves the service's own programs.
func Of(queue *jobs.Queue) *Client {
	return &Client{queue: queue, circuits: map[string]*Circuit{}}
}

// Close closes the connection. Jobs go on.
func (c *Client) Close() { c.queue.Conn.Close() }

// CircuitOption is a setting of [Client.AddCircuit].
type CircuitOption func(*added)

type added struct {
	name    string
	options circuit.Options
}

// WithName names a circuit, for people.
func WithName(name string) CircuitOption { return func(a *added) { a.name = name } }

// ForSolidity makes proofs for gnark's verifiers in Solidity.
func ForSolidity() CircuitOption { return func(a *added) { a.options.Solidity = true } }

// WithStatisticalZK has PLONK hide the quotient statistically, as gnark's option
// backend.WithStatisticalZeroKnowledge does.
func WithStatisticalZK() CircuitOption { return func(a *added) { a.options.StatisticalZK = true } }

// AddCircuit stores a circuit with its keys, of Groth16 or PLONK, and returns its digest. To add it
// again changes nothing. It fails with [ErrUnknownHints] or [ErrVersion] if no worker can
// prove the circuit, and with [ErrNoWorker] if none answers.
func (c *Client) AddCircuit(
	ctx context.Context, ccs constraint.ConstraintSystem, pk, vk any, options ...CircuitOption,
) (digest string, err error) {
	scheme, files, err := circuit.FilesOf(ccs, pk, vk)
	if err != nil {
		return "", err
	}
	curve, err := circuit.CurveOver(ccs)
	if err != nil {
		return "", err
	}
	m, err := c.AddFiles(ctx, scheme, curve, files, options...)
	if err != nil {
		return "", err
	}
	return m.Digest, nil
}

// AddFiles is [Client.AddCircuit] for files that gnark's methods WriteTo or WriteRawTo wrote.
func (c *Client) AddFiles(
	ctx context.Context, scheme circuit.Scheme, curve string, files circuit.Files,
	options ...CircuitOption,
) (*Circuit, error) {
	var a added
	for _, option := range options {
		option(&a)
	}
	read, err := circuit.Describe(scheme, a.options, curve, files)
	if err != nil {
		return nil, err
	}
	m := &read.Manifest
	m.Name = a.name
	workers, err := c.Workers(ctx)
	if err != nil {
		return nil, err
	}
	if err := fleet.Check(workers, m); err != nil {
		return nil, err
	}
	return m, jobs.Persist(ctx, func() error { return c.queue.AddCircuit(ctx, m, files) })
}

// Circuits lists the tenant's circuits.
func (c *Client) Circuits(ctx context.Context) ([]*Circuit, error) { return c.queue.Circuits(ctx) }

// Circuit returns a circuit by its digest, the first eight or more characters of it, or its name.
func (c *Client) Circuit(ctx context.Context, named string) (*Circuit, error) {
	c.mutex.Lock()
	m := c.circuits[named]
	c.mutex.Unlock()
	if m != nil {
		return m, nil
	}
	m, err := c.queue.FindCircuit(ctx, named)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	c.circuits[m.Digest] = m // names may be given anew, digests not
	c.mutex.Unlock()
	return m, nil
}

// Workers lists the workers that answer.
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	return fleet.Ask(ctx, c.queue.Conn)
}

// Drain has a worker take no more jobs, and end after those that it has.
func (c *Client) Drain(ctx context.Context, worker string) error {
	return fleet.Drain(ctx, c.queue.Conn, worker)
}

// Job returns what is known of a job, or [ErrNoJob].
func (c *Client) Job(ctx context.Context, id string) (*Job, error) {
	record, err := c.queue.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Job{Record: record, client: c}, nil
}

// Cancel ends a job that has not ended, or returns [ErrEnded]. A worker that proves it stops.
func (c *Client) Cancel(ctx context.Context, id string) error {
	_, err := c.queue.Cancel(ctx, id)
	return err
}
