package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Add stores a circuit that a worker can prove, and its files. Where another version of gnark wrote
// them the manifest is incomplete: a worker of that version reads them, and this program does not.
func (q *Queue) Add(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, naming Naming,
) error {
	workers, worker, err := q.findAble(ctx, m)
	if err == nil && m.GnarkVersion != circuit.OwnVersion() {
		if err = q.Persist(ctx, func(ctx context.Context) error {
			return q.AddFiles(ctx, m, files, naming)
		}); err == nil {
			err = q.complete(ctx, worker, m)
		}
		if err == nil {
			_, err = able(workers, m)
		}
		if err != nil {
			err = errors.Join(err, q.forget(context.WithoutCancel(ctx), m))
		}
	}
	if err != nil {
		return err
	}
	return q.Persist(ctx, func(ctx context.Context) error {
		return q.AddCircuit(ctx, m, files, naming)
	})
}

// findAble names a worker that can prove a circuit. It asks twice: a busy one may answer late.
func (q *Queue) findAble(
	ctx context.Context, m *circuit.Manifest,
) (all []Worker, id string, err error) {
	for range 2 {
		if all, err = Ask(ctx, q.Conn); err != nil {
			return nil, "", err
		}
		if id, err = able(all, m); err == nil {
			break
		}
	}
	return all, id, err
}

// forget removes the files of a circuit that was not added, unless another call has added it.
func (q *Queue) forget(ctx context.Context, m *circuit.Manifest) error {
	if _, err := q.FindCircuit(ctx, m.Digest); errors.Is(err, ErrNoCircuit) {
		return q.Space.RemoveCircuit(ctx, m)
	}
	return nil
}

// RemoveCircuit removes a circuit with the lines of its jobs, or returns [ErrBusy]. It may repeat.
func (q *Queue) RemoveCircuit(ctx context.Context, m *circuit.Manifest) error {
	about, err := q.messages.Info(ctx, jetstream.WithSubjectFilter(Subject("*", m.Digest, "*")))
	if err == nil && len(about.State.Subjects) > 0 {
		err = fmt.Errorf("%w: %d of %.12s", ErrBusy, len(about.State.Subjects), m.Digest)
	}
	if err == nil {
		err = q.Space.RemoveCircuit(ctx, m)
	}
	for _, priority := range Priorities {
		if err != nil {
			return err
		}
		err = q.messages.DeleteConsumer(ctx, consumerOf(priority, m.Digest))
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			err = nil
		}
	}
	return err
}

const (
	checkSign    = time.Second    // between two empty messages of a worker that checks a circuit
	checkSilence = 10 * checkSign // after which the worker is given up
	maxChecks    = 16             // of a tenant's circuits that wait for a worker's children
)

type checked struct {
	Manifest  *circuit.Manifest `json:"manifest"`
	Malformed bool              `json:"malformed"`
	Reason    string            `json:"reason"` // empty where nothing is wrong
}

func (a Answers) check(asked *nats.Msg) {
	answer := checked{Manifest: new(circuit.Manifest)}
	if json.Unmarshal(asked.Data, answer.Manifest) != nil {
		return
	}
	checking, end := context.WithCancel(context.Background())
	defer end()
	go interrupt.Every(checking, checkSign, func() { asked.Respond(nil) })
	if err := a.Check(answer.Manifest); err != nil {
		answer.Malformed, answer.Reason = errors.Is(err, circuit.ErrMalformed), err.Error()
	}
	asked.Respond(textOf(answer))
}

// complete has a worker complete the manifest of files in the store.
func (q *Queue) complete(ctx context.Context, worker string, m *circuit.Manifest) error {
	answers, err := ask(q.Conn, checkSubject+worker, textOf(m))
	if err != nil {
		return err
	}
	defer answers.Unsubscribe()
	for {
		timed, cancel := context.WithTimeout(ctx, checkSilence)
		answer, err := answers.NextMsgWithContext(timed)
		cancel()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return fmt.Errorf("%w: %s was to check the circuit: %w", ErrNoWorker, worker, err)
		case len(answer.Data) > 0:
			return completed(m, worker, answer.Data)
		}
	}
}

func completed(m *circuit.Manifest, worker string, text []byte) error {
	var answer checked
	err := json.Unmarshal(text, &answer)
	switch known := answer.Manifest; {
	case err != nil:
		return fmt.Errorf("the answer of worker %s: %w", worker, err)
	case answer.Malformed:
		return circuit.Malformed(answer.Reason)
	case answer.Reason != "":
		return fmt.Errorf("%w: %s cannot check the circuit: %s", ErrNoWorker, worker, answer.Reason)
	case known == nil, known.Digest != m.Digest, known.GnarkVersion != m.GnarkVersion:
		return fmt.Errorf("%w: %s has checked another circuit", ErrNoWorker, worker)
	default:
		*m = *known
		return nil
	}
}
