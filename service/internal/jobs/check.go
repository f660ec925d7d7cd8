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
)

const (
	// checkSign is the time between two empty messages of a worker that checks a circuit.
	checkSign = time.Second
	// checkSilence is how long such a worker may be silent.
	checkSilence = 10 * checkSign
	// maxChecks bounds a tenant's circuits that wait for a worker's children.
	maxChecks = 16
)

// checked is what a worker says of a circuit.
type checked struct {
	Manifest  *circuit.Manifest `json:"manifest"`
	Malformed bool              `json:"malformed"`
	Reason    string            `json:"reason"` // empty where nothing is wrong
}

// check answers a client that asks for a circuit's manifest.
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
	if text, err := json.Marshal(answer); err == nil {
		asked.Respond(text)
	}
}

// complete has a worker complete the manifest of files in the store.
func (q *Queue) complete(ctx context.Context, worker string, m *circuit.Manifest) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	answers, err := ask(q.Conn, checkSubject+worker, text)
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

// completed takes a manifest from a worker's answer.
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
	}
	*m = *answer.Manifest
	return nil
}
