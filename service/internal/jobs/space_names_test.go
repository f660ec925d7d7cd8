package jobs_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestRemove removes circuits with their names and the files that no other one has.
func TestRemove(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	system := servicetest.File([]byte("system"))
	var both [2]*circuit.Manifest
	var err error
	for i, name := range []string{"one", "two"} {
		key := servicetest.File([]byte(name))
		if both[i], err = add(t, q, system, key, jobs.Naming{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	one, two := both[0], both[1]
	if err := q.RemoveCircuit(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{"one", one.Digest, one.Digest[:8]} {
		if m, err := q.FindCircuit(t.Context(), named); !errors.Is(err, jobs.ErrNoCircuit) {
			t.Errorf("%s finds %v, %v", named, m, err)
		}
	}
	if _, err := servicetest.Read(q.Files(t.Context(), one)[circuit.ProvingKey]); err == nil {
		t.Error("its key is still there")
	}
	for _, file := range q.Files(t.Context(), two) {
		if _, err := servicetest.Read(file); err != nil {
			t.Error("a file of the other circuit:", err)
		}
	}
	key := servicetest.File([]byte("one"))
	if _, err := add(t, q, system, key, jobs.Naming{Name: "one"}); err != nil {
		t.Error("added again:", err)
	}
	if _, err := servicetest.Read(q.Files(t.Context(), one)[circuit.ProvingKey]); err != nil {
		t.Error("added again:", err)
	}
}
