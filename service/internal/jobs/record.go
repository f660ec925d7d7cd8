package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go/jetstream"
)

// State says whether a job has ended, and how.
type State string

// The states. All but the first are final.
const (
	Queued    State = "queued" // waits, or is being proved
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Priority orders the jobs of a tenant.
type Priority string

// The priorities, the most urgent first.
const (
	High   Priority = "high"
	Normal Priority = "normal"
	Low    Priority = "low"
)

// Priorities lists all of them, the most urgent first.
var Priorities = []Priority{High, Normal, Low}

// Cause says in a word why a job failed.
type Cause string

// The causes.
const (
	BadWitness   Cause = "witness"   // it does not satisfy the circuit, or is malformed
	BadCircuit   Cause = "circuit"   // its keys do not belong together, or it cannot be read
	PastDeadline Cause = "deadline"  // nobody proved it in time
	GaveUp       Cause = "tries"     // workers died, or their devices failed
	Aborted      Cause = "cancelled" // somebody cancelled it
)

var (
	// ErrNoJob: no job has this identifier, or its results are kept no more.
	ErrNoJob = errors.New("no such job")
	// ErrEnded: the job has ended already.
	ErrEnded = errors.New("the job has ended")
	// ErrDeadline: a job was not proved in time.
	ErrDeadline = errors.New("the deadline has passed")
	// ErrGaveUp: several runs of a job failed, or lost their worker.
	ErrGaveUp = errors.New("given up after several tries")
	// ErrCancelled: somebody cancelled a job.
	ErrCancelled = errors.New("the job was cancelled")
	// ErrInvalid: a request has a value that makes no sense.
	ErrInvalid = errors.New("invalid request")
)

// sentinels are the errors that causes stand for.
var sentinels = map[Cause]error{
	BadWitness:   circuit.ErrUnsatisfied,
	BadCircuit:   circuit.ErrMalformed,
	PastDeadline: ErrDeadline,
	GaveUp:       ErrGaveUp,
	Aborted:      ErrCancelled,
}

// Record is the stored state of a job.
type Record struct {
	ID        string    `json:"id"`
	Attempt   int       `json:"attempt"` // from 1; one more when it is submitted after its end
	Circuit   string    `json:"circuit"` // the digest
	Priority  Priority  `json:"priority"`
	State     State     `json:"state"`
	Submitted time.Time `json:"submitted"`
	Deadline  time.Time `json:"deadline"`

	// Tries has an entry for each run that did not end the attempt.
	Tries []Try `json:"tries,omitempty"`
	// Alone counts the runs that began while their worker had no other job, and have not ended.
	Alone int `json:"alone,omitempty"`

	Ended   time.Time `json:"ended,omitzero"`
	Worker  string    `json:"worker,omitempty"` // who ended the job
	Times   Times     `json:"times,omitzero"`
	Proof   []byte    `json:"proof,omitempty"`   // in gnark's binary form
	Cause   Cause     `json:"cause,omitempty"`   // of a failure
	Reason  string    `json:"reason,omitempty"`  // in words, without values of the witness
	Details []byte    `json:"details,omitempty"` // gnark's own words, sealed for the tenant
}

// Times are durations of a job's parts, in seconds.
type Times struct {
	Wait  float64 `json:"wait"`  // from the submission to the worker
	Load  float64 `json:"load"`  // of the witness, and of the circuit unless it was loaded
	Prove float64 `json:"prove"` // the verification included
}

// Try is a run that did not end a job.
type Try struct {
	Worker string    `json:"worker"` // empty where it died, or left the job to the end
	When   time.Time `json:"when"`
	Reason string    `json:"reason"`
}

// Err returns nil for a job that is done or queued. Otherwise it wraps the sentinel of the cause.
func (r *Record) Err() error {
	if r.State != Failed && r.State != Cancelled {
		return nil
	}
	sentinel, known := sentinels[r.Cause]
	if !known {
		sentinel = errors.New(string(r.Cause))
	}
	if r.Reason == "" || r.Reason == sentinel.Error() {
		return fmt.Errorf("job %s: %w", r.ID, sentinel)
	}
	return fmt.Errorf("job %s: %w (%s)", r.ID, sentinel, r.Reason)
}

// Suspect tells whether a worker died that held the job. It is to run alone from then on.
func (r *Record) Suspect() bool {
	return slices.ContainsFunc(r.Tries, func(t Try) bool { return t.Worker == "" })
}

// spent counts the runs that are to blame on the job: those that failed, and those whose worker
// died while it had no other job.
func (r *Record) spent() int {
	spent := r.Alone
	for _, t := range r.Tries {
		if t.Worker != "" {
			spent++
		}
	}
	return spent
}

// witness is the name of the attempt's witness in the store.
func (r *Record) witness() string { return fmt.Sprintf("%s.%d", r.ID, r.Attempt) }

// subject is where the job's message waits.
func (r *Record) subject() string { return Subject(r.Priority, r.Circuit, r.ID) }

// details is the purpose for which gnark's words are sealed.
func (r *Record) details() string { return "details " + r.witness() }

// Request asks for a proof.
type Request struct {
	Circuit *circuit.Manifest
	// Witness is a full witness in gnark's binary form.
	Witness []byte
	// Key distinguishes requests with the same circuit and witness, which otherwise are one job.
	Key string
	// Priority is Normal if it is empty.
	Priority Priority
	// Deadline is when the proof is of no use any more. It is an hour from now if it is zero.
	Deadline time.Time
	// Again makes a new proof also if there is one.
	Again bool
}

// jobOverhead is about a job's bytes in the store, beside its witness.
const jobOverhead = 4 << 10

// defaultDeadline is how long a job may take unless the request says otherwise.
const defaultDeadline = time.Hour

// check returns the request with its defaults, or [ErrInvalid].
func (r Request) check(keep time.Duration) (Request, error) {
	now := time.Now()
	if r.Priority == "" {
		r.Priority = Normal
	}
	if r.Deadline.IsZero() {
		r.Deadline = now.Add(min(defaultDeadline, keep))
	}
	switch {
	case r.Priority != High && r.Priority != Normal && r.Priority != Low:
		return r, fmt.Errorf("%w: priority %q; there are %v", ErrInvalid, r.Priority, Priorities)
	case !r.Deadline.After(now):
		return r, fmt.Errorf("%w: the deadline %s has passed", ErrInvalid,
			r.Deadline.Format(time.RFC3339))
	case r.Deadline.After(now.Add(keep)):
		return r, fmt.Errorf("%w: jobs are kept for %s, and it is due later", ErrInvalid, keep)
	}
	return r, circuit.CheckWitness(r.Circuit, r.Witness)
}

// id names the job of a request. Whoever lacks the tenant's key cannot tell whether a guessed
// witness has that name.
func (q *Queue) id(r Request) string {
	return q.Secrets.NameOf([]byte("job"), []byte(r.Circuit.Digest), r.Witness, []byte(r.Key))
}

// Submit queues a job and returns its record.
//
// The same request is the same job: while it is queued Submit joins it, and once it is done Submit
// returns it, unless the request says Again. A job that failed or was cancelled is queued as a new
// attempt. Where the tenant's share of the store is full it returns [store.ErrFull]. Submit may be
// called again after any error.
func (q *Queue) Submit(ctx context.Context, request Request) (*Record, error) {
	request, err := request.check(q.Keep)
	if err != nil {
		return nil, err
	}
	id := q.id(request)
	r, err := q.submit(ctx, id, request)
	if err != nil {
		err = fmt.Errorf("job %s of circuit %s: %w", id, request.Circuit.Digest, err)
	}
	return r, err
}

func (q *Queue) submit(ctx context.Context, id string, request Request) (*Record, error) {
	for {
		r, revision, err := q.record(ctx, id)
		switch {
		case errors.Is(err, ErrNoJob):
			r, revision = &Record{ID: id}, 0
		case err != nil:
			return nil, err
		case r.State == Queued:
			return r, q.enqueue(ctx, r, request.Witness) // its submitter may have died before that
		case r.State == Done && !request.Again:
			return r, nil
		}
		if err := q.Room(ctx, int64(len(request.Witness))+jobOverhead); err != nil {
			return nil, err
		}
		r = &Record{
			ID: id, Attempt: r.Attempt + 1, Circuit: request.Circuit.Digest,
			Priority: request.Priority, State: Queued,
			Submitted: time.Now().UTC(), Deadline: request.Deadline.UTC(),
		}
		if err := q.update(ctx, r, revision); errors.Is(err, errConflict) {
			continue
		} else if err != nil {
			return nil, err
		}
		return r, q.enqueue(ctx, r, request.Witness)
	}
}

// message is the message of a job in the queue.
type message struct {
	ID      string `json:"id"`
	Attempt int    `json:"attempt"`
}

// enqueue stores the witness and then the message. It does nothing where a message of the attempt
// waits already.
func (q *Queue) enqueue(ctx context.Context, r *Record, witness []byte) error {
	stored := false
	for {
		waiting, sequence, err := q.waiting(ctx, r)
		if err != nil || waiting.Attempt == r.Attempt {
			return err
		}
		if !stored {
			if err := q.PutWitness(ctx, r.witness(), witness); err != nil {
				return fmt.Errorf("storing the witness: %w", err)
			}
			stored = true
		}
		text, err := json.Marshal(message{r.ID, r.Attempt})
		if err != nil {
			return err
		}
		_, err = q.JetStream.Publish(ctx, r.subject(), text,
			jetstream.WithExpectLastSequencePerSubject(sequence))
		if !isConflict(err) {
			return store.Full(err)
		}
	}
}

// waiting returns the message that waits for a job, with its sequence number, or zeros. A message
// of the attempt before may wait for its acknowledgement.
func (q *Queue) waiting(ctx context.Context, r *Record) (message, uint64, error) {
	var m message
	last, err := q.messages.GetLastMsgForSubject(ctx, r.subject())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return m, 0, nil
	}
	if err != nil {
		return m, 0, err
	}
	return m, last.Sequence, json.Unmarshal(last.Data, &m)
}
