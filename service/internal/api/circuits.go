package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

func (h *handler) listCircuits(w http.ResponseWriter, r *http.Request, t *tenant) error {
	all, err := t.Circuits(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, all)
}

func (h *handler) getCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	m, err := t.Circuit(r.Context(), r.PathValue("circuit"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, m)
}

// removeCircuit removes a circuit, or one of its names.
func (h *handler) removeCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	if err := t.RemoveCircuit(r.Context(), r.PathValue("circuit")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// formFields are the values of a form that adds a circuit.
var formFields = []string{"scheme", "curve", "name", "replace", "solidity", "statisticalZK"}

// formMemory is how many bytes of a form are kept in memory. The rest goes to temporary files.
const formMemory = 32 << 20

// addCircuit reads a form: scheme, curve, name and options as values, the files as files.
func (h *handler) addCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	err := fits(r.ContentLength, circuitFlag, h.CircuitLimit)
	if err == nil {
		err = h.Room(max(0, r.ContentLength))
	}
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, h.CircuitLimit)
	if err := r.ParseMultipartForm(formMemory); errors.As(err, new(*http.MaxBytesError)) {
		return fits(h.CircuitLimit+1, circuitFlag, h.CircuitLimit)
	} else if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: the folder of temporary files", server.ErrFull)
	} else if errors.Is(err, errStalled) {
		return err
	} else if err != nil {
		return fmt.Errorf("%w: the form: %w", client.ErrInvalid, err)
	}
	defer r.MultipartForm.RemoveAll()
	if err := checkNames("field", r.MultipartForm.Value, formFields); err != nil {
		return err
	}
	var files circuit.Files
	for i, name := range []string{"system", "provingKey", "verifyingKey"} {
		given := r.MultipartForm.File[name]
		if len(given) != 1 {
			return fmt.Errorf("%w: %d files %s", client.ErrInvalid, len(given), name)
		}
		open := func() (io.ReadCloser, error) { return given[0].Open() }
		if files[i], err = circuit.FileOf(open); err != nil {
			return err
		}
	}
	given := func(name string) bool { return r.FormValue(name) == "true" }
	m, err := t.children.Describe(r.Context(), circuit.Scheme(r.FormValue("scheme")),
		circuit.Options{Solidity: given("solidity"), StatisticalZK: given("statisticalZK")},
		r.FormValue("curve"), files)
	if err != nil {
		return err
	}
	err = h.whileRoom(r.Context(), func(ctx context.Context) error {
		return t.queue.Add(ctx, m, files,
			store.Naming{Name: r.FormValue("name"), Replace: given("replace")})
	})
	if err != nil {
		return err
	}
	return reply(w, http.StatusCreated, m)
}
