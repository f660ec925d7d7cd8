package api

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
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
	status := http.StatusInternalServerError
	problem := httpserver.Problem{Error: "the service failed; its log says why", Code: "service"}
	known := slices.IndexFunc(answers, func(a answer) bool { return errors.Is(err, a.err) })
	switch {
	case known >= 0:
		status = answers[known].status
		problem = httpserver.Problem{Error: err.Error(), Code: answers[known].code}
	case r.Context().Err() != nil: // nobody listens, unless the client closed its side alone
		status = http.StatusBadRequest
		problem = httpserver.Problem{Error: "the connection was closed too early", Code: "request"}
	default:
		if errors.Is(err, context.DeadlineExceeded) {
			status = http.StatusServiceUnavailable
		}
		h.Log.Error().Err(err).Str("path", r.URL.Path).Msg("request failed")
	}
	httpserver.Reply(w, status, problem)
}
