package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

const longestWait = 5 * time.Minute

type job struct {
	*jobs.Record
	Details string `json:"details,omitempty"` // gnark's own words, opened, in place of sealed ones
}

// submit queues the witness in the body. It waits for the proof as long as the request says.
func (c *call) submit() (any, error) {
	submitted, err := c.submitBody()
	if err != nil {
		return nil, err
	}
	c.Log.Info().Str("tenant", c.tenant.queue.Secrets.Name).Str("job", submitted.ID).
		Int("attempt", submitted.Attempt).Msg("job submitted")
	return c.wait(submitted)
}

// submitBody queues the witness in the body, for which it takes as much memory as the circuit says.
// A client that closes its side once it has sent everything has submitted a job.
func (c *call) submitBody() (submitted *client.Job, err error) {
	query := c.URL.Query()
	option, err := optionOf(query)
	if err == nil && query.Get("circuit") == "" {
		err = missing("parameter", "circuit")
	}
	if err = cmp.Or(err, fits(c.ContentLength, witnessFlag, c.WitnessLimit)); err != nil {
		return nil, err
	}
	m, err := c.tenant.Find(c.Context(), query.Get("circuit"))
	if err != nil {
		return nil, err
	}
	size, err := circuit.WitnessSize(m)
	if err == nil && c.ContentLength >= 0 && c.ContentLength != size {
		err = fmt.Errorf("%w: %d bytes, and the circuit's have %d", client.ErrMalformedWitness,
			c.ContentLength, size)
	}
	if err = cmp.Or(err, fits(size, witnessFlag, c.WitnessLimit), c.Room(size)); err != nil {
		return nil, err
	}
	full, err := readSecret(c.Body, size)
	defer secrets.Return(full)
	if err != nil {
		return nil, fmt.Errorf("%w: the body after %d bytes: %w", client.ErrInvalid, len(full), err)
	}
	err = c.whileRoom(context.WithoutCancel(c.Context()), func(ctx context.Context) (err error) {
		submitted, err = c.tenant.SubmitTo(ctx, m, full, option)
		return err
	})
	return submitted, err
}

func optionOf(query url.Values) (_ client.ProveOption, err error) {
	var deadline time.Time
	if text := query.Get("deadline"); text != "" {
		if deadline, err = jobs.Deadline(text); err != nil {
			return nil, err
		}
	}
	again := query.Get("again")
	if err := checkTruth("again", again); err != nil {
		return nil, err
	}
	return func(r *jobs.Request) {
		r.Key, r.Priority = query.Get("key"), jobs.Priority(query.Get("priority"))
		r.Again, r.Deadline = again == "true", deadline
	}, nil
}

// timeoutOf reads how long a request waits for its job's end.
func timeoutOf(query url.Values) (timeout time.Duration, err error) {
	timeout, err = time.ParseDuration(cmp.Or(query.Get("wait"), "0"))
	if err != nil || timeout < 0 || timeout > longestWait {
		err = fmt.Errorf("%w: wait is a duration up to %s, such as 30s", client.ErrInvalid,
			longestWait)
	}
	return timeout, err
}

// wait returns a job once it has ended, the request's time is over, or the service stops.
func (c *call) wait(of *client.Job) (any, error) {
	if c.timeout > 0 {
		ctx, cancel := context.WithTimeout(c.Context(), c.timeout)
		defer cancel()
		defer context.AfterFunc(c.Serving, cancel)()
		if err := of.End(ctx); err != nil && !of.State.Ended() && ctx.Err() == nil {
			return nil, err
		}
	}
	if !of.State.Ended() {
		c.status = http.StatusAccepted
		c.tenant.queue.Locate(c.Context(), of.Record)
	}
	details, err := of.Words()
	return job{of.Record, details}, err
}

func (c *call) listJobs() (any, error) {
	query := c.URL.Query()
	limit, err := strconv.Atoi(cmp.Or(query.Get("limit"), "0"))
	if err != nil {
		return nil, fmt.Errorf("%w: limit is a number", client.ErrInvalid)
	}
	return c.tenant.Jobs(c.Context(), client.Filter{
		State: jobs.State(query.Get("state")), Circuit: query.Get("circuit"),
		After: query.Get("after"), Limit: limit,
	})
}

func (c *call) getJob() (any, error) {
	found, err := c.tenant.Job(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return c.wait(found)
}

func (c *call) getProof() (any, error) {
	found, err := c.tenant.Job(c.Context(), c.PathValue("id"))
	if err == nil && found.State != jobs.Done {
		err = fmt.Errorf("%w: it is %s", errNoProof, found.State)
	}
	if err == nil {
		c.w.Header().Set("Content-Type", "application/octet-stream")
		_, err = c.w.Write(found.Record.Proof)
	}
	return nil, err
}

func (c *call) cancel() (any, error) {
	if err := c.tenant.Cancel(c.Context(), c.PathValue("id")); err != nil {
		return nil, err
	}
	return c.getJob()
}
