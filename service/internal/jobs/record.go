package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// State says whether a job has ended, and how.
type State string

// The states. All but the first two are final.
const (
	Queued    State = "queued"  // stored for jobs that run, too
	Running   State = "running" // told by the worker that proves it, and never stored
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Ended tells whether a state is final.
func (s State) Ended() bool { return s != Queued && s != Running }

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
	BadHint      Cause = "hint"      // a hint of the circuit fails for it
	BadCircuit   Cause = "circuit"   // its keys do not belong together, or it cannot be read
	PastDeadline Cause = "deadline"  // nobody proved it in time
	GaveUp       Cause = "tries"     // workers died, or their devices failed
	Aborted      Cause = "cancelled" // somebody cancelled it
)

// Package client explains these errors.
var (
	ErrNoJob     = errors.New("no such job")
	ErrEnded     = errors.New("the job has ended")
	ErrDeadline  = errors.New("the deadline has passed")
	ErrGaveUp    = errors.New("given up after several tries")
	ErrCancelled = errors.New("the job was cancelled")
	ErrInvalid   = errors.New("invalid request")
	ErrBusy      = errors.New("jobs of the circuit have not ended: wait, or cancel them")
	ErrSilent    = errors.New("the server does not answer: the job goes on, ask for it again")
	ErrNoWorker  = errors.New("no such worker")
	ErrShared    = errors.New("a worker of several tenants is drained by SIGTERM, on its machine")
)

var sentinels = map[Cause]error{
	BadWitness:   circuit.ErrUnsatisfied,
	BadHint:      circuit.ErrHint,
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

	Tries  []Try `json:"tries,omitempty"`  // runs that did not end the attempt
	Alone  int   `json:"alone,omitempty"`  // runs that began alone on a worker, and have no end
	Passed int   `json:"passed,omitempty"` // runs that a stopping worker ended before a proof

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

// Seconds returns a duration in seconds, to a microsecond.
func Seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// Try is a run that did not end a job.
type Try struct {
	Worker string    `json:"worker"` // empty where it died, or left the job to the end
	When   time.Time `json:"when"`
	Reason string    `json:"reason"`
}

// Err wraps the sentinel of the cause. It is nil for a job that is done, or has not ended.
func (r *Record) Err() error {
	if r.State != Failed && r.State != Cancelled {
		return nil
	}
	sentinel := cmp.Or(sentinels[r.Cause], errors.New(string(r.Cause)))
	if r.Reason == "" || r.Reason == sentinel.Error() {
		return fmt.Errorf("job %s: %w", r.ID, sentinel)
	}
	return fmt.Errorf("job %s: %w (%s)", r.ID, sentinel, r.Reason)
}

// Suspect tells whether a worker died that held the job. It is to run alone from then on.
func (r *Record) Suspect() bool {
	return slices.ContainsFunc(r.Tries, func(t Try) bool { return t.Worker == "" })
}

// spent counts runs that failed, and those whose worker died while it had no other job.
func (r *Record) spent() int {
	spent := r.Alone
	for _, t := range r.Tries {
		if t.Worker != "" {
			spent++
		}
	}
	return spent
}

// The name of the attempt's witness, its message's subject, and the purpose of gnark's words' seal.
func (r *Record) witness() string { return fmt.Sprintf("%s.%d", r.ID, r.Attempt) }
func (r *Record) subject() string { return Subject(r.Priority, r.Circuit, r.ID) }
func (r *Record) details() string { return "details " + r.witness() }
