package main

import (
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/drilltest"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/prometheus/client_golang/prometheus"
)

// TestUnended counts jobs that wait and jobs that run in one metric, until they end.
func TestUnended(t *testing.T) {
	registry := prometheus.NewRegistry()
	s := &service{
		folder: t.TempDir(), nats: server.Config{Address: anyPort}, keep: jobs.DefaultKeep,
		registry: registry,
	}
	if err := s.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	_, err := s.handler(t.Context())
	if err != nil || !strings.Contains(s.api.Version, ", gnark v") {
		t.Errorf("the page shows the version %q: %v", s.api.Version, err)
	}
	count := func() float64 {
		families, err := registry.Gather()
		if err != nil || len(families) != 1 ||
			families[0].GetName() != "gnark_prover_unended_jobs" {
			t.Fatal(families, err)
		}
		return families[0].GetMetric()[0].GetGauge().GetValue()
	}
	e := drilltest.NewExample(t, "mimc", 100)
	w := worker.New(s.queues, worker.Config{})
	go w.Run(t.Context())
	<-w.Joined
	prover := (*client.Client)(s.queues[0].Handle())
	digest, err := prover.AddCircuit(t.Context(), e.System, e.PK, e.VK)
	if err != nil {
		t.Fatal(err)
	}
	workers, err := prover.Workers(t.Context())
	if err != nil || prover.Drain(t.Context(), workers[0].ID) != nil {
		t.Fatal(workers, err)
	}
	ids := map[string]bool{}
	for _, key := range []string{"a", "b", "c"} {
		job, err := prover.Submit(t.Context(), digest, e.Full, client.WithKey(key))
		if err != nil {
			t.Fatal(err)
		}
		ids[job.ID] = true
	}
	if n := count(); n != 3 {
		t.Errorf("%v jobs wait", n)
	}
	consumer, err := s.queues[0].Consumer(t.Context(), client.Normal, digest)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := consumer.Next(); err != nil { // one runs
		t.Fatal(m, err)
	}
	if n := count(); n != 3 {
		t.Errorf("%v jobs wait or run", n)
	}
	for id := range ids {
		if err := prover.Cancel(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	if n := count(); n != 0 {
		t.Errorf("%v jobs are left", n)
	}
}
