package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

var errNoProof = errors.New("the job has no proof")

const longestWait = 5 * time.Minute

// The parameters of a submission, and of a list.
var (
	submission = []string{"circuit", "key", "priority", "deadline", "again", "wait"}
	listing    = []string{"state", "circuit", "after", "limit"}
)

// job is a job as replies show it.
type job struct {
	*jobs.Record
	Details string `json:"details,omitempty"` // gnark's own words, opened
}

// submit queues the witness in the body. It waits for the proof as long as the request says.
func (h *handler) submit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	if _, err := waitOf(r); err != nil {
		return err
	}
	submitted, err := h.submitBody(r, t)
	if err != nil {
		return err
	}
	h.Log.Info().Str("tenant", t.queue.Account()).Str("job", submitted.ID).
		Int("attempt", submitted.Attempt).Msg("job submitted")
	return h.wait(w, r, t, submitted)
}

// submitBody queues the witness in the body, and keeps nothing of it. The circuit says how long the
// witness is, so no memory is taken for any other. A client that closes its side once it has sent
// everything has submitted a job, whether it listens or not.
func (h *handler) submitBody(r *http.Request, t *tenant) (submitted *client.Job, err error) {
	query := r.URL.Query()
	options, err := optionsOf(query)
	if err != nil {
		return nil, err
	}
	if query.Get("circuit") == "" {
		return nil, missing("parameter", "circuit")
	}
	if err := fits(r.ContentLength, witnessFlag, h.WitnessLimit); err != nil {
		return nil, err
	}
	m, err := t.Find(r.Context(), query.Get("circuit"))
	if err != nil {
		return nil, err
	}
	size, err := circuit.WitnessSize(m)
	if err == nil && r.ContentLength >= 0 && r.ContentLength != size {
		err = fmt.Errorf("%w: %d bytes, and the circuit's have %d", client.ErrMalformedWitness,
			r.ContentLength, size)
	}
	if err == nil {
		err = fits(size, witnessFlag, h.WitnessLimit)
	}
	if err == nil {
		err = h.Room(size)
	}
	if err != nil {
		return nil, err
	}
	full, err := readSecret(r.Body, size)
	defer secrets.Return(full)
	if err != nil {
		return nil, fmt.Errorf("%w: the body after %d bytes: %w", client.ErrInvalid, len(full), err)
	}
	err = h.whileRoom(context.WithoutCancel(r.Context()), func(ctx context.Context) (err error) {
		submitted, err = t.SubmitTo(ctx, m, full, options...)
		return err
	})
	return submitted, err
}

func optionsOf(query url.Values) ([]client.ProveOption, error) {
	options := []client.ProveOption{
		client.WithKey(query.Get("key")),
		client.WithPriority(client.Priority(query.Get("priority"))),
	}
	if text := query.Get("deadline"); text != "" {
		deadline, err := jobs.Deadline(text)
		if err != nil {
			return nil, err
		}
		options = append(options, client.WithDeadline(deadline))
	}
	switch query.Get("again") {
	case "true":
		options = append(options, client.Again())
	case "", "false":
	default:
		return nil, fmt.Errorf("%w: again is true or false", client.ErrInvalid)
	}
	return options, nil
}

// waitOf returns how long a request waits for the end of a job.
func waitOf(r *http.Request) (timeout time.Duration, err error) {
	if text := r.URL.Query().Get("wait"); text != "" {
		timeout, err = time.ParseDuration(text)
	}
	if err != nil || timeout < 0 || timeout > longestWait {
		err = fmt.Errorf("%w: wait is a duration up to %s, such as 30s", client.ErrInvalid,
			longestWait)
	}
	return timeout, err
}

// wait replies with a job, once it has ended or the request's time is over. When the service stops
// it replies at once.
func (h *handler) wait(
	w http.ResponseWriter, r *http.Request, t *tenant, of *client.Job,
) error {
	timeout, err := waitOf(r)
	if err != nil {
		return err
	}
	if timeout > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		defer context.AfterFunc(h.Serving, cancel)()
		if err := of.End(ctx); err != nil && !of.State.Ended() && ctx.Err() == nil {
			return err
		}
	}
	status := http.StatusOK
	if !of.State.Ended() {
		status = http.StatusAccepted
		t.queue.Locate(r.Context(), of.Record)
	}
	details, err := of.Words()
	if err != nil {
		return err
	}
	shown := *of.Record
	shown.Details = nil
	return httpserver.Reply(w, status, job{&shown, details})
}

func (h *handler) listJobs(w http.ResponseWriter, r *http.Request, t *tenant) error {
	query := r.URL.Query()
	filter := client.Filter{State: jobs.State(query.Get("state")),
		Circuit: query.Get("circuit"), After: query.Get("after")}
	if text := query.Get("limit"); text != "" {
		var err error
		if filter.Limit, err = strconv.Atoi(text); err != nil {
			return fmt.Errorf("%w: limit is a number", client.ErrInvalid)
		}
	}
	page, err := t.Jobs(r.Context(), filter)
	if err != nil {
		return err
	}
	return httpserver.Reply(w, http.StatusOK, page)
}

func (h *handler) getJob(w http.ResponseWriter, r *http.Request, t *tenant) error {
	found, err := t.Job(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return h.wait(w, r, t, found)
}

func (h *handler) getProof(w http.ResponseWriter, r *http.Request, t *tenant) error {
	found, err := t.Job(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if found.State != jobs.Done {
		return fmt.Errorf("%w: it is %s", errNoProof, found.State)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, err = w.Write(found.Record.Proof)
	return err
}

func (h *handler) cancel(w http.ResponseWriter, r *http.Request, t *tenant) error {
	if err := t.Cancel(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return h.getJob(w, r, t)
}
