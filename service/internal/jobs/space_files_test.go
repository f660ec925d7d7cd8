package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// add stores a circuit of two files under a name.
func add(
	t *testing.T, q *jobs.Queue, system, key circuit.File, n jobs.Naming,
) (*circuit.Manifest, error) {
	t.Helper()
	files := circuit.Files{system, key, key}
	m := circuit.ManifestOf("", circuit.Options{}, "", files)
	return &m, q.AddCircuit(t.Context(), &m, files, n)
}

// TestFiles streams files of several chunks into the store and out of it. It tells a file whose
// digest is another, and one that is not read to its end.
func TestFiles(t *testing.T) {
	queue := servicetest.Start(t, "a").Queue(t, 0)
	content := make([]byte, 3<<20+5)
	rand.NewChaCha8([32]byte{}).Read(content)
	large, small := servicetest.File(content), servicetest.File([]byte("small"))
	var m *circuit.Manifest
	for range 2 { // the second time they are there
		var err error
		if m, err = add(t, queue, large, small, jobs.Naming{}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := servicetest.Read(queue.Files(t.Context(), m)[circuit.System])
	if err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes came back, %v", len(got), err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	from, err := queue.Files(ctx, m)[circuit.System].Open()
	if err != nil {
		t.Fatal(err)
	}
	io.ReadFull(from, make([]byte, 10))
	cancel()
	if _, err := io.ReadAll(from); err == nil || errors.Is(err, circuit.ErrDamaged) {
		t.Errorf("a cancelled read ends with %v", err)
	}
	from.Close()

	wrong := large
	wrong.Digest = small.Digest[:32] + large.Digest[32:]
	if _, err := add(t, queue, wrong, small, jobs.Naming{}); err == nil {
		t.Error("a file that changes while it is read is stored")
	}
	objects, err := queue.JetStream.ObjectStore(t.Context(), "files")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := objects.PutBytes(t.Context(), large.Digest, []byte("damaged")); err != nil {
		t.Fatal(err)
	}
	_, err = servicetest.Read(queue.Files(t.Context(), m)[circuit.System])
	if !errors.Is(err, circuit.ErrDamaged) {
		t.Errorf("a damaged file: %v", err)
	}
	if _, err := add(t, queue, large, small, jobs.Naming{}); err != nil {
		t.Fatal(err)
	}
	got, err = servicetest.Read(queue.Files(t.Context(), m)[circuit.System])
	if err != nil || !bytes.Equal(got, content) {
		t.Errorf("the file, added again: %d bytes, %v", len(got), err)
	}
}
