package api

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
)

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
