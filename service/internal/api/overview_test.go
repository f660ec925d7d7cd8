package api

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestRunning lists a job that a worker proves, with the worker and the circuit's name. It lists no
// job that is unknown.
func TestRunning(t *testing.T) {
	s := serve(t)
	full := s.addSquare(t, 0).bytes(t, 3, 9)
	s.drain()
	var job ended
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square", full)
	if err := json.Unmarshal(reply.Body.Bytes(), &job); err != nil || job.State != jobs.Queued {
		t.Fatal(reply.Body, err)
	}
	busy := jobs.Worker{
		ID: "busy", Started: time.Now(), Running: []string{job.ID, "gone"},
		Devices: []string{}, Loaded: []string{},
	}
	silence, err := jobs.Answer(s.Queue(t, 0).Conn, busy.ID, jobs.Answers{
		Describe: func() jobs.Worker { return busy }, Arrived: func(string) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer silence()
	servicetest.Eventually(t, func() bool { // until the server knows of the answers
		var now state
		reply := s.call(t, 0, "GET", "/v1/overview", nil)
		if err := json.Unmarshal(reply.Body.Bytes(), &now); err != nil {
			t.Fatal(reply.Body, err)
		}
		return len(now.Running) == 1 && now.Running[0].ID == job.ID &&
			now.Running[0].Worker == busy.ID && now.Names[job.Circuit][0] == "square"
	})
}

// TestRecalled shows the jobs of a service that has ended on the page of the next one. A job that
// ends again is there once.
func TestRecalled(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	var want []string
	for i := range 3 {
		want = append([]string{s.prove(t, "square", e.bytes(t, i, i*i), jobs.Done).ID}, want...)
	}
	next := serveWith(t, s.Service, Config{})
	shown := func() (ids []string, ended int) {
		var now state
		reply := next.call(t, 0, "GET", "/v1/overview", nil)
		if err := json.Unmarshal(reply.Body.Bytes(), &now); err != nil {
			t.Fatal(reply.Body, err)
		}
		for _, job := range now.Recent {
			ids = append(ids, job.ID)
		}
		return ids, now.Ended
	}
	servicetest.Eventually(t, func() bool {
		ids, ended := shown()
		return slices.Equal(ids, want) && ended == 0
	})
	next.prove(t, "square&again=true", e.bytes(t, 0, 0), jobs.Done)
	want = []string{want[2], want[0], want[1]}
	servicetest.Eventually(t, func() bool {
		ids, ended := shown()
		return slices.Equal(ids, want) && ended == 1
	})
}
