package store_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// addOf stores a circuit of two files, of which others may have the first one, under a name.
func addOf(
	t *testing.T, q *jobs.Queue, system, key string, n store.Naming,
) (*circuit.Manifest, error) {
	t.Helper()
	first, second := fileOf(t, []byte(system)), fileOf(t, []byte(key))
	m := &circuit.Manifest{System: first.Part, ProvingKey: second.Part, VerifyingKey: second.Part}
	m.Digest = circuit.DigestOf(m)
	files := circuit.Files{System: first, ProvingKey: second, VerifyingKey: second}
	return m, q.AddCircuit(t.Context(), m, files, n)
}

// TestRemove removes circuits with their names and the files that no other one has.
func TestRemove(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	one, err := addOf(t, q, "system", "1", store.Naming{Name: "one"})
	if err != nil {
		t.Fatal(err)
	}
	two, err := addOf(t, q, "system", "2", store.Naming{Name: "two"})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.RemoveCircuit(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{"one", one.Digest, one.Digest[:8]} {
		if m, err := q.FindCircuit(t.Context(), named); !errors.Is(err, store.ErrNoCircuit) {
			t.Errorf("%s finds %v, %v", named, m, err)
		}
	}
	if _, err := readAll(q.Files(t.Context(), one).ProvingKey); err == nil {
		t.Error("its key is still there")
	}
	for _, file := range []circuit.File{q.Files(t.Context(), two).System,
		q.Files(t.Context(), two).ProvingKey} {
		if _, err := readAll(file); err != nil {
			t.Error("a file of the other circuit:", err)
		}
	}
	if _, err := addOf(t, q, "system", "1", store.Naming{Name: "one"}); err != nil {
		t.Error("added again:", err)
	}
	if _, err := readAll(q.Files(t.Context(), one).ProvingKey); err != nil {
		t.Error("added again:", err)
	}
}
