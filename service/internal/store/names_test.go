package store_test

import (
	"errors"
	"slices"
	"strings"
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

// TestNames points names at circuits: several at one, each at one, and moved where that is asked.
func TestNames(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	for _, c := range []struct {
		name, key string
		replace   bool
		err       error
		names     []string // of the circuit afterwards
	}{
		{name: "mm", key: "1", names: []string{"mm"}},
		{name: "mm", key: "1", names: []string{"mm"}},
		{name: "a..b.", key: "1", names: []string{"a..b.", "mm"}},
		{name: "mm", key: "2", err: store.ErrNameTaken},
		{name: "mm", key: "2", replace: true, names: []string{"mm"}},
		{name: "", key: "2", names: []string{"mm"}},
		{name: "../mm", key: "2", err: store.ErrName},
		{name: "<img src=x>", key: "2", err: store.ErrName},
		{name: "Mm", key: "2", err: store.ErrName},
		{name: strings.Repeat("a", 65), key: "2", err: store.ErrName},
		{name: strings.Repeat("a", 64), key: "2", err: store.ErrName}, // it could be a digest
		{name: strings.Repeat("z", 64), key: "2", names: []string{"mm", strings.Repeat("z", 64)}},
	} {
		m, err := addOf(t, q, "system", c.key, store.Naming{Name: c.name, Replace: c.replace})
		slices.Sort(m.Names)
		if !errors.Is(err, c.err) || err == nil && !slices.Equal(m.Names, c.names) {
			t.Errorf("%.80q for %s: %v, %q", c.name, c.key, err, m.Names)
		}
		if err != nil || c.name == "" {
			continue
		}
		found, err := q.FindCircuit(t.Context(), c.name)
		if err != nil || found.Digest != m.Digest {
			t.Errorf("%q finds %v, %v", c.name, found, err)
		}
	}
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
