package jobs_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go"
)

// silent dials connections whose answers are lost from some time on.
type silent struct{ now atomic.Bool }

type silentConn struct {
	net.Conn
	*silent
}

func (s *silent) Dial(network, address string) (net.Conn, error) {
	conn, err := net.Dial(network, address)
	return silentConn{conn, s}, err
}

func (c silentConn) Read(to []byte) (int, error) {
	n, err := c.Conn.Read(to)
	for err == nil && c.now.Load() {
		n, err = c.Conn.Read(to)
	}
	return n, err
}

// TestLostAnswer reads a witness and a file, whose answers are lost, long before a job's deadline.
func TestLostAnswer(t *testing.T) {
	s, lost := servicetest.Start(t, "a"), new(silent)
	s.Queue(t, 0) // makes the streams
	q, err := jobs.Dial(t.Context(), s.URL(), s.Ring, jobs.DefaultKeep, nats.SetCustomDialer(lost),
		nats.UserInfo("a", s.Tenants[0].Token))
	if err != nil {
		t.Fatal(err)
	}
	defer q.Conn.Close()
	if err := q.PutWitness(t.Context(), "job.1", make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	var files circuit.Files
	for i := range files {
		if files[i], err = circuit.FileOf(func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("content")), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	m := circuit.ManifestOf(circuit.Groth16, circuit.Options{}, "bn254", files)
	if err := q.AddCircuit(t.Context(), &m, files, jobs.Naming{}); err != nil {
		t.Fatal(err)
	}
	deadline, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	stored := q.Files(deadline, &m)[circuit.System]
	begun, err := stored.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func(before time.Duration) { *jobs.AnswerTime = before }(*jobs.AnswerTime)
	*jobs.AnswerTime = time.Second / 10
	lost.now.Store(true)
	_, ofWitness := q.Witness(deadline, "job.1", 100)
	_, ofFile := io.ReadAll(begun)
	_, ofOpening := stored.Open()
	for _, err := range []error{ofWitness, ofFile, ofOpening} {
		if !errors.Is(err, context.DeadlineExceeded) || deadline.Err() != nil {
			t.Errorf("an answer that is lost: %v", err)
		}
	}
}
