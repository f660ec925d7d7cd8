package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/api"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// smallDisk mounts a disk of some bytes, or skips the test.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("nothing can be mounted here:", err)
	}
	t.Cleanup(func() { syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, size := range []int{1 << 16, 1} {
		for err = nil; err == nil; {
			_, err = file.Write(make([]byte, size))
		}
	}
}

// TestFullDisk fills the disk under a service, has writes fail, and makes space again.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t, "32m")
	log := new(servicetest.Log)
	s := &service{
		proving: true, log: program.Log(log, zerolog.WarnLevel),
		registry: prometheus.NewRegistry(),
		folder:   folder, nats: server.Config{Address: anyPort}, keep: jobs.DefaultKeep,
		api: api.Config{WitnessLimit: 1 << 16, CircuitLimit: 1 << 20},
	}
	if err := s.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	handler, err := s.handler(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e := servicetest.Groth16(t, &servicetest.Square{})
	c := (*client.Client)(s.queues[0].Handle())
	_, err = c.AddCircuit(t.Context(), e.System, e.PK, e.VK, client.WithName("square"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(method, path string, body []byte) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), method, path, bytes.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+s.tenants[0].Token)
		reply := httptest.NewRecorder()
		handler.ServeHTTP(reply, request)
		return reply
	}
	witness := func(x int) []byte { return e.Bytes(t, &servicetest.Square{X: x, Y: x * x}) }
	submit := func(x int) int {
		return send("POST", "/v1/jobs?circuit=square&wait=10s", witness(x)).Code
	}
	if got := submit(1); got != http.StatusOK {
		t.Fatalf("before: %d", got)
	}
	rubbish := filepath.Join(folder, "rubbish")
	fill(t, rubbish)
	began := time.Now()
	servicetest.Eventually(t, func() bool {
		return strings.Contains(log.String(), "disk is full")
	})
	if took := time.Since(began); took > time.Second {
		t.Errorf("the log says so after %s", took)
	}
	began = time.Now()
	got := submit(2)
	if took := time.Since(began); got != http.StatusInsufficientStorage || took > 10*time.Second {
		t.Errorf("while the disk is full: %d after %s", got, took)
	}
	if got := send("GET", "/readyz", nil).Code; got != http.StatusServiceUnavailable {
		t.Errorf("ready while the disk is full: %d", got)
	}
	breakStreams(t, s)
	limits := limitsOf(t, s)
	if err := os.Remove(rubbish); err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, func() bool {
		return send("GET", "/readyz", nil).Code == http.StatusOK
	})
	if got := limitsOf(t, s); got != limits {
		t.Errorf("the limits are %+v afterwards, and were %+v", got, limits)
	}
	for x := range 20 { // in all streams
		if got := submit(x); got != http.StatusOK {
			t.Errorf("afterwards: %d", got)
		}
	}
}

func limitsOf(t *testing.T, s *service) jetstream.AccountLimits {
	t.Helper()
	account, err := s.queues[0].JetStream.AccountInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return account.Limits
}

// breakStreams writes into each stream until its write fails, as a client of NATS may.
func breakStreams(t *testing.T, s *service) {
	t.Helper()
	js := s.queues[0].JetStream
	names := js.StreamNames(t.Context())
	for name := range names.Name() {
		stream, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		subject := stream.CachedInfo().Config.Subjects[0]
		subject = subject[:len(subject)-1] + "rubbish"
		for range 3 {
			s.queues[0].Conn.Publish(subject, make([]byte, 1<<20))
		}
	}
	if err := s.queues[0].Conn.Flush(); err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, func() bool {
		_, err := js.Publish(t.Context(), "dead.rubbish", nil, jetstream.WithRetryAttempts(0))
		return err != nil
	})
}
