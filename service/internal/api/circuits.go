package api

import (
	"context"
	"net/http"
	"os"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

func (h *handler) listCircuits(w http.ResponseWriter, r *http.Request, t *tenant) error {
	all, err := t.Circuits(r.Context())
	if err != nil {
		return err
	}
	return httpserver.Reply(w, http.StatusOK, all)
}

func (h *handler) getCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	m, err := t.Circuit(r.Context(), r.PathValue("circuit"))
	if err != nil {
		return err
	}
	return httpserver.Reply(w, http.StatusOK, m)
}

// removeCircuit removes a circuit, or one of its names.
func (h *handler) removeCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	if err := t.RemoveCircuit(r.Context(), r.PathValue("circuit")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// addCircuit reads a form, has a child read its files, and stores them. A worker reads
// those of another version of gnark.
func (h *handler) addCircuit(w http.ResponseWriter, r *http.Request, t *tenant) error {
	err := fits(r.ContentLength, circuitFlag, h.CircuitLimit)
	if err == nil {
		err = h.Room(max(0, r.ContentLength))
	}
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "gnark-prover-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	r.Body = http.MaxBytesReader(w, r.Body, h.CircuitLimit)
	f := &form{folder: folder, values: map[string]string{}}
	if err := h.readForm(r, f); err != nil {
		return err
	}
	given := func(name string) bool { return f.values[name] == "true" }
	m := circuit.ManifestOf(circuit.Scheme(f.values["scheme"]),
		circuit.Options{Solidity: given("solidity"), StatisticalZK: given("statisticalZK")},
		f.values["curve"], f.files)
	m.GnarkVersion, err = circuit.VersionOf(f.values["gnarkVersion"], f.files)
	if err == nil && m.GnarkVersion == circuit.OwnVersion() {
		err = t.children.Describe(r.Context(), &m, folder)
	}
	if err != nil {
		return err
	}
	if err := h.whileRoom(r.Context(), func(ctx context.Context) error {
		return t.queue.Add(ctx, &m, f.files,
			store.Naming{Name: f.values["name"], Replace: given("replace")})
	}); err != nil {
		return err
	}
	return httpserver.Reply(w, http.StatusCreated, &m)
}
