package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
)

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
			httpserver.Reply(w, answer.status,
				httpserver.Problem{Error: err.Error(), Code: answer.code})
			return
		}
	}
	if r.Context().Err() != nil { // nobody listens, unless the client closed its side alone
		httpserver.Reply(w, http.StatusBadRequest,
			httpserver.Problem{Error: "the connection was closed too early", Code: "request"})
		return
	}
	h.Log.Error().Err(err).Str("path", r.URL.Path).Msg("request failed")
	status := http.StatusInternalServerError
	if errors.Is(err, context.DeadlineExceeded) {
		status = http.StatusServiceUnavailable
	}
	httpserver.Reply(w, status,
		httpserver.Problem{Error: "the service failed; its log says why", Code: "service"})
}
