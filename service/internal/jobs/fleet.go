package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
)

// Workers are found by questions on subjects of their tenants. Nothing of them is stored.

// Worker describes a worker to a tenant. Circuits and jobs are the tenant's own.
type Worker struct {
	ID       string          `json:"id"`
	Host     string          `json:"host"`
	PID      int             `json:"pid"`
	Started  time.Time       `json:"started"`
	Ability  circuit.Ability `json:"ability"`
	Devices  []string        `json:"devices"`  // empty for the CPU
	Memory   Memory          `json:"memory"`   // of all devices
	Slots    int             `json:"slots"`    // jobs at once
	Loaded   []string        `json:"loaded"`   // digests of circuits in memory
	Running  []string        `json:"running"`  // identifiers of jobs
	Draining bool            `json:"draining"` // it takes no more jobs
	Ready    bool            `json:"ready"`    // the circuits that it was to load are loaded
}

// Memory is of devices, in bytes.
type Memory struct {
	Used  uint64 `json:"used"` // by this worker
	Total uint64 `json:"total"`
}

const (
	askSubject   = "workers.ask"
	drainSubject = "workers.drain."
	checkSubject = "workers.check."
	runSubject   = "workers.run." // with the identifier of a job

	firstAnswer = 2 * time.Second        // of a worker on a busy machine
	silence     = 150 * time.Millisecond // that ends the wait for more answers
	askTime     = 5 * time.Second        // for all answers
)

// Answers are what a worker answers a tenant. Check completes the manifest of files in the store.
// Arrived is told the subject of a job's message, once that can be fetched.
type Answers struct {
	Describe func() Worker
	Drain    func() string // says why the worker goes on, or nothing
	Check    func(*circuit.Manifest) error
	Arrived  func(subject string)
}

// Answer has a worker answer on a tenant's connection, until the returned function is called.
func Answer(conn *nats.Conn, id string, with Answers) (stop func(), err error) {
	var checks errgroup.Group
	checks.SetLimit(maxChecks)
	stop, err = subscribe(conn, map[string]nats.MsgHandler{
		askSubject:        func(m *nats.Msg) { m.Respond(textOf(with.Describe())) },
		drainSubject + id: func(m *nats.Msg) { m.Respond([]byte(with.Drain())) },
		checkSubject + id: func(m *nats.Msg) {
			checks.TryGo(func() error { with.check(m); return nil }) // or nobody answers
		},
		arrivals + ">": func(m *nats.Msg) { with.Arrived(strings.TrimPrefix(m.Subject, arrivals)) },
	})
	_ = conn.FlushTimeout(time.Second) // who asks afterwards has an answer
	return stop, err
}

// subscribe has messages handled by their subjects, until the returned function is called.
func subscribe(conn *nats.Conn, all map[string]nats.MsgHandler) (stop func(), err error) {
	var subscribed []*nats.Subscription
	stop = func() {
		for _, subscription := range subscribed {
			subscription.Unsubscribe()
		}
	}
	for subject, handler := range all {
		subscription, err := conn.Subscribe(subject, handler)
		if err != nil {
			stop()
			return nil, err
		}
		subscribed = append(subscribed, subscription)
	}
	return stop, nil
}

// ask asks a question that may have several answers, until the subscription ends.
func ask(conn *nats.Conn, subject string, question []byte) (*nats.Subscription, error) {
	inbox := conn.NewInbox()
	answers, err := conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	if err := conn.PublishRequest(subject, inbox, question); err != nil {
		return nil, errors.Join(err, answers.Unsubscribe())
	}
	return answers, nil
}

// Ask returns the workers that answer, by their identifiers.
func Ask(ctx context.Context, conn *nats.Conn) ([]Worker, error) {
	answers, err := ask(conn, askSubject, nil)
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	workers := []Worker{}
	end := time.Now().Add(askTime)
	for wait := firstAnswer; ctx.Err() == nil && time.Now().Before(end); wait = silence {
		timed, cancel := context.WithTimeout(ctx, wait)
		m, err := answers.NextMsgWithContext(timed)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) {
			break
		}
		if err != nil {
			return nil, err
		}
		var worker Worker
		if err := json.Unmarshal(m.Data, &worker); err != nil {
			return nil, fmt.Errorf("the answer of a worker: %w", err)
		}
		workers = append(workers, worker)
	}
	slices.SortFunc(workers, func(a, b Worker) int { return cmp.Compare(a.ID, b.ID) })
	return workers, context.Cause(ctx)
}

// Locate asks who proves a queued job. A record of one that runs says so, and names the worker.
func (q *Queue) Locate(ctx context.Context, r *Record) {
	if r.State != Queued {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, firstAnswer)
	defer cancel()
	if answer, err := q.Conn.RequestWithContext(ctx, runSubject+r.ID, nil); err == nil {
		r.State, r.Worker = Running, string(answer.Data)
	}
}

// able returns the identifier of a worker that can prove the circuit, and does not drain. Otherwise
// the error is the last worker's, or lists their versions of gnark, or is [ErrNoWorker].
func able(workers []Worker, m *circuit.Manifest) (id string, err error) {
	var versions []string
	for _, worker := range workers {
		if worker.Draining {
			continue
		}
		versions = append(versions, worker.Ability.GnarkVersion)
		now := worker.Ability.Check(m)
		if now == nil {
			return worker.ID, nil
		}
		if !errors.Is(now, circuit.ErrVersion) {
			err = now
		}
	}
	slices.Sort(versions)
	switch {
	case versions == nil:
		err = fmt.Errorf("%w: none answers", ErrNoWorker)
	case err == nil:
		err = fmt.Errorf("%w: by %s, and the workers have %s", circuit.ErrVersion, m.GnarkVersion,
			strings.Join(slices.Compact(versions), ", "))
	}
	return "", err
}

// Drain has a worker end once its proofs are done. One of several tenants returns [ErrShared].
func Drain(ctx context.Context, conn *nats.Conn, id string) error {
	timed, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	answer, err := conn.RequestWithContext(timed, drainSubject+id, nil)
	switch {
	case err != nil && timed.Err() != nil && ctx.Err() == nil:
		return fmt.Errorf("%w: %s does not answer", ErrNoWorker, id)
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%w: %s", ErrNoWorker, id)
	case err == nil && len(answer.Data) > 0:
		return fmt.Errorf("%w: %s", ErrShared, id)
	}
	return err
}
