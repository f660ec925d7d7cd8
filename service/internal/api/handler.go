// Package api is the HTTP side of the service. openapi.json describes it.
package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/rs/zerolog"
)

// Config says whom the handler serves.
type Config struct {
	Tenants []folder.Tenant
	Queues  []*jobs.Queue // theirs
	Version string        // of the program, and of gnark in it

	WitnessLimit, CircuitLimit int64 // bytes of a request

	Room    func(bytes int64) error // returns an error unless so many bytes can be stored
	Ready   func() error            // says why the service is not ready, or returns nil
	Serving context.Context         // ends when the service stops
	Log     zerolog.Logger
}

type handler struct {
	Config
	tenants []*tenant
}

type tenant struct {
	*client.Client
	queue    *jobs.Queue
	children *untrusted.Children
	token    [32]byte // its SHA-256
	recent   recent
	recall   func() // of jobs that ended before the service was started
}

//go:embed openapi.json
var description []byte

//go:embed page.html
var pageHTML []byte

// New returns the handler of all paths.
func New(c Config) (http.Handler, error) {
	h := &handler{Config: c}
	for i, t := range c.Tenants {
		joined := &tenant{
			Client: (*client.Client)(c.Queues[i].Handle()), queue: c.Queues[i],
			children: untrusted.New(), token: sha256.Sum256([]byte(t.Token)),
		}
		if err := c.Queues[i].Watch(joined.recent.note); err != nil {
			return nil, err
		}
		joined.recall = sync.OnceFunc(func() { h.recall(joined) })
		h.tenants = append(h.tenants, joined)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(description)
	})
	program.Health(mux, c.Ready)
	mux.HandleFunc("GET /{$}", page)
	for pattern, r := range map[string]route{
		"GET /v1/overview":           {(*call).overview, ""},
		"GET /v1/circuits":           {(*call).listCircuits, ""},
		"POST /v1/circuits":          {(*call).addCircuit, ""},
		"GET /v1/circuits/{name}":    {(*call).getCircuit, ""},
		"DELETE /v1/circuits/{name}": {(*call).removeCircuit, ""},
		"GET /v1/jobs":               {(*call).listJobs, "state circuit after limit"},
		"POST /v1/jobs":              {(*call).submit, "circuit key priority deadline again wait"},
		"GET /v1/jobs/{id}":          {(*call).getJob, "wait"},
		"GET /v1/jobs/{id}/proof":    {(*call).getProof, ""},
		"DELETE /v1/jobs/{id}":       {(*call).cancel, ""},
	} {
		mux.Handle(pattern, h.authorised(r))
	}
	return program.JSON(mux), nil
}

// page shows the queue, the workers and the last jobs, and opens jobs. It asks for the token.
func page(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
		"script-src 'unsafe-inline'; connect-src 'self'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	w.Write(pageHTML)
}

var (
	errToken    = errors.New("no valid token: send the header Authorization: Bearer TOKEN")
	errTooLarge = errors.New("the body is too large")
	errStalled  = errors.New("the body stalls")
	errNoProof  = errors.New("the job has no proof")
)

type answer struct {
	err    error
	status int
	code   string
}

// answers are the statuses and codes of errors. The first one that fits counts.
var answers = []answer{
	{errTooLarge, http.StatusRequestEntityTooLarge, "size"},
	{errStalled, http.StatusRequestTimeout, "stalled"},
	{server.ErrFull, http.StatusInsufficientStorage, "full"},
	{errToken, http.StatusUnauthorized, "token"},
	{client.ErrNoJob, http.StatusNotFound, "job"},
	{client.ErrNoCircuit, http.StatusNotFound, "circuit"},
	{client.ErrName, http.StatusBadRequest, "name"},
	{client.ErrNameTaken, http.StatusConflict, "name"},
	{client.ErrBusy, http.StatusConflict, "busy"},
	{client.ErrFull, http.StatusInsufficientStorage, "full"},
	{client.ErrMalformedWitness, http.StatusBadRequest, "witness"},
	{client.ErrUnknownHints, http.StatusUnprocessableEntity, "hints"},
	{client.ErrVersion, http.StatusUnprocessableEntity, "version"},
	{client.ErrMalformedCircuit, http.StatusBadRequest, "circuit"},
	{client.ErrNoWorker, http.StatusServiceUnavailable, "worker"},
	{client.ErrInvalid, http.StatusBadRequest, "request"},
	{client.ErrEnded, http.StatusConflict, "ended"},
	{errNoProof, http.StatusConflict, "proof"},
}

// fail replies with an error. Errors of the service itself are logged, and their text stays here.
func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	text := "the service failed; its log says why"
	with := answer{status: http.StatusInternalServerError, code: "service"}
	known := slices.IndexFunc(answers, func(a answer) bool { return errors.Is(err, a.err) })
	switch {
	case known >= 0:
		text, with = err.Error(), answers[known]
	case r.Context().Err() != nil: // nobody listens, unless the client closed its side alone
		text = "the connection was closed too early"
		with = answer{status: http.StatusBadRequest, code: "request"}
	default:
		if errors.Is(err, context.DeadlineExceeded) {
			with.status = http.StatusServiceUnavailable
		}
		h.Log.Error().Err(err).Str("path", r.URL.Path).Msg("request failed")
	}
	program.Reply(w, with.status, program.Problem{Error: text, Code: with.code})
}

type call struct {
	*handler
	*http.Request
	w       http.ResponseWriter
	tenant  *tenant
	timeout time.Duration // of the wait for a job's end
	status  int           // of a reply that is no error
}

// route serves requests with queries of some parameters. A value is the reply, in JSON, unless nil.
type route struct {
	serve      func(c *call) (value any, err error)
	parameters string
}

func (to route) check(query string) (timeout time.Duration, err error) {
	given, err := url.ParseQuery(query)
	if err != nil {
		return 0, fmt.Errorf("%w: the query: %w", client.ErrInvalid, err)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if err := checkName("parameter", name, strings.Fields(to.parameters)); err != nil {
			return 0, err
		}
	}
	return timeoutOf(given)
}

func checkName(what, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("%w: unknown %s %.80q; there are %q", client.ErrInvalid, what, name, known)
}

// checkTruth returns an error unless a value is empty, true or false.
func checkTruth(name, value string) error {
	if value == "" || value == "true" || value == "false" {
		return nil
	}
	return fmt.Errorf("%w: %s is true or false", client.ErrInvalid, name)
}

func missing(what, name string) error {
	return fmt.Errorf("%w: the %s %s is missing", client.ErrInvalid, what, name)
}

// authorised finds the tenant of a request by its token, and replies with the error.
func (h *handler) authorised(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		boundBody(w, r)
		t := h.tenantOf(r)
		if t == nil {
			w.Header().Set("WWW-Authenticate", "Bearer")
			h.fail(w, r, errToken)
			return
		}
		program.Known(r)
		var value any
		timeout, err := to.check(r.URL.RawQuery)
		c := &call{h, r, w, t, timeout, http.StatusOK}
		if err == nil {
			value, err = to.serve(c)
		}
		if err == nil && value != nil {
			err = program.Reply(w, c.status, value)
		}
		if err != nil {
			h.fail(w, r, err)
		}
	})
}

// tenantOf compares digests of tokens, which takes the same time for all.
func (h *handler) tenantOf(r *http.Request) (found *tenant) {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		return nil
	}
	digest := sha256.Sum256([]byte(token))
	for _, t := range h.tenants {
		if subtle.ConstantTimeCompare(digest[:], t.token[:]) == 1 {
			found = t
		}
	}
	return found
}
