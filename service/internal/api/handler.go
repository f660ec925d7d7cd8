// Package api is the HTTP side of the service. openapi.json describes it.
package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/rs/zerolog"
)

// Config says whom the handler serves.
type Config struct {
	Tenants []folder.Tenant
	Queues  []*jobs.Queue // theirs
	// WitnessLimit and CircuitLimit bound the bytes of a request.
	WitnessLimit, CircuitLimit int64
	// Room returns an error unless a number of bytes can be stored.
	Room func(bytes int64) error
	// Serving ends when the service stops.
	Serving context.Context
	// Ready tells whether workers have loaded the circuits that they were to.
	Ready func() bool
	Log   zerolog.Logger
}

// The limits unless flags say otherwise.
const (
	DefaultWitnessLimit = 256 << 20
	DefaultCircuitLimit = 16 << 30
)

type handler struct {
	Config
	tenants []*tenant
}

// tenant is a tenant as requests see it.
type tenant struct {
	*client.Client
	queue    *jobs.Queue
	children *untrusted.Children
	name     string
	token    [32]byte // its SHA-256
	recent   recent
}

//go:embed openapi.json
var description []byte

// New returns the handler of all paths.
func New(c Config) (http.Handler, error) {
	h := &handler{Config: c}
	for i, t := range c.Tenants {
		joined := &tenant{
			Client: (*client.Client)(c.Queues[i].Handle()), queue: c.Queues[i],
			children: untrusted.New(), name: t.Name, token: sha256.Sum256([]byte(t.Token)),
		}
		if err := c.Queues[i].Watch(joined.recent.add); err != nil {
			return nil, err
		}
		h.tenants = append(h.tenants, joined)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(description)
	})
	httpserver.Health(mux, c.Ready)
	mux.HandleFunc("GET /{$}", page)
	for pattern, r := range map[string]route{
		"GET /v1/overview":              {h.overview, nil},
		"GET /v1/circuits":              {h.listCircuits, nil},
		"POST /v1/circuits":             {h.addCircuit, nil},
		"GET /v1/circuits/{circuit}":    {h.getCircuit, nil},
		"DELETE /v1/circuits/{circuit}": {h.removeCircuit, nil},
		"POST /v1/jobs":                 {h.submit, submission},
		"GET /v1/jobs/{id}":             {h.getJob, []string{"wait"}},
		"GET /v1/jobs/{id}/proof":       {h.getProof, nil},
		"DELETE /v1/jobs/{id}":          {h.cancel, nil},
	} {
		mux.Handle(pattern, h.authorised(r))
	}
	return mux, nil
}

//go:embed page.html
var pageHTML []byte

// page shows the queue, the workers and the last proofs. It asks for the token itself.
func page(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
		"script-src 'unsafe-inline'; connect-src 'self'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	w.Write(pageHTML)
}

// ErrToken: a request has no token of a tenant.
var ErrToken = errors.New("no valid token: send the header Authorization: Bearer TOKEN")

type serving func(w http.ResponseWriter, r *http.Request, t *tenant) error

// route has the function that serves requests, and the parameters of their queries.
type route struct {
	serve      serving
	parameters []string
}

// check returns [client.ErrInvalid] where a query has an unknown parameter, or cannot be read.
func (to route) check(query string) error {
	given, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf("%w: the query: %w", client.ErrInvalid, err)
	}
	return checkNames("parameter", given, to.parameters)
}

// checkNames returns [client.ErrInvalid] where values have an unknown name.
func checkNames(what string, given map[string][]string, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%w: unknown %s %.80q; there are %q", client.ErrInvalid, what, name,
				known)
		}
	}
	return nil
}

// authorised finds the tenant of a request by its token, and replies with the error.
func (h *handler) authorised(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		boundBody(w, r)
		t := h.tenantOf(r)
		if t == nil {
			w.Header().Set("WWW-Authenticate", "Bearer")
			h.fail(w, r, ErrToken)
			return
		}
		httpserver.Known(r)
		err := to.check(r.URL.RawQuery)
		if err == nil {
			err = to.serve(w, r, t)
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

func reply(w http.ResponseWriter, status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, err = w.Write(append(text, '\n'))
	return err
}

// problem is the body of a reply to a request that fails.
type problem struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

// answers are the statuses and codes of errors. The first one that fits counts.
var answers = []struct {
	err    error
	status int
	code   string
}{
	{errTooLarge, http.StatusRequestEntityTooLarge, "size"},
	{errStalled, http.StatusRequestTimeout, "stalled"},
	{server.ErrFull, http.StatusInsufficientStorage, "full"},
	{ErrToken, http.StatusUnauthorized, "token"},
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
	for _, answer := range answers {
		if errors.Is(err, answer.err) {
			reply(w, answer.status, problem{err.Error(), answer.code})
			return
		}
	}
	if r.Context().Err() != nil { // nobody listens, unless the client closed its side alone
		reply(w, http.StatusBadRequest, problem{"the connection was closed too early", "request"})
		return
	}
	h.Log.Error().Err(err).Str("path", r.URL.Path).Msg("request failed")
	status := http.StatusInternalServerError
	if errors.Is(err, context.DeadlineExceeded) {
		status = http.StatusServiceUnavailable
	}
	reply(w, status, problem{"the service failed; its log says why", "service"})
}
