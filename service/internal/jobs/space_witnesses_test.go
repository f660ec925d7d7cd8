package jobs_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
)

// TestWitnesses stores witnesses of one piece and of several. It misses one that lost its end.
func TestWitnesses(t *testing.T) {
	queue := servicetest.Start(t, "a").Queue(t, 0)
	piece := int(queue.Conn.MaxPayload()) - 4<<10
	random := rand.NewChaCha8([32]byte{})
	for _, size := range []int{0, 76, 1 << 20, piece, piece + 1, 2 * piece} {
		full := make([]byte, size)
		random.Read(full)
		for range 2 { // again, as after a lost acknowledgement
			if err := queue.PutWitness(t.Context(), "job.1", full); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := queue.Witness(t.Context(), "job.1", int64(size)-1); !errors.Is(
			err, circuit.ErrMalformedWitness) {
			t.Errorf("of %d bytes, one less: %v", size, err)
		}
		got, err := queue.Witness(t.Context(), "job.1", int64(size))
		if err != nil || !bytes.Equal(slices.Concat(got...), full) {
			t.Errorf("of %d bytes %d pieces came back, %v", size, len(got), err)
		}
		if err := queue.DeleteWitness(t.Context(), "job.1"); err != nil {
			t.Fatal(err)
		}
		if _, err := queue.Witness(t.Context(), "job.1", 0); !errors.Is(err, jobs.ErrNoWitness) {
			t.Errorf("a deleted witness: %v", err)
		}
	}
	if err := queue.PutWitness(t.Context(), "job.2", make([]byte, 2*piece)); err != nil {
		t.Fatal(err)
	}
	lose(t, queue.JetStream, "*.job.2.1")
	_, err := queue.Witness(t.Context(), "job.2", int64(2*piece))
	if !errors.Is(err, jobs.ErrNoWitness) {
		t.Errorf("a witness without its end: %v", err)
	}
}

// lose deletes the message of a subject from the streams that may have it.
func lose(t *testing.T, js jetstream.JetStream, subject string) {
	t.Helper()
	streams := js.ListStreams(t.Context(), jetstream.WithStreamListSubject(subject))
	for about := range streams.Info() {
		stream, err := js.Stream(t.Context(), about.Config.Name)
		if err == nil {
			err = stream.Purge(t.Context(), jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := streams.Err(); err != nil {
		t.Fatal(err)
	}
}
