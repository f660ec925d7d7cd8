package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestRunning tells that a job runs, and where, from the worker that has it. Afterwards it waits.
func TestRunning(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	queued := submit(t, q, request(7))
	located := func() jobs.Record {
		r, err := q.Record(t.Context(), queued.ID)
		if err != nil {
			t.Fatal(err)
		}
		q.Locate(t.Context(), r)
		return *r
	}
	if r := located(); r.State != jobs.Queued || r.Worker != "" {
		t.Errorf("a job that waits: %+v", r)
	}
	run := take(t, q, queued)
	if r := located(); r.State != jobs.Running || r.Worker != "worker" || r.State.Ended() {
		t.Errorf("a job that runs: %+v", r)
	}
	r := located()
	ended, stop := context.WithTimeout(t.Context(), time.Second/2)
	defer stop()
	if _, err := q.End(ended, &r); ended.Err() == nil {
		t.Errorf("a job that runs has ended: %v", err)
	}
	run.Stop()
	if r := located(); r.State != jobs.Queued {
		t.Errorf("a job whose worker has left it: %+v", r)
	}
}

// TestManyRecords lists more records of a bucket than the server sends at once.
func TestManyRecords(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	bucket, err := q.JetStream.KeyValue(t.Context(), "jobs-3")
	if err != nil {
		t.Fatal(err)
	}
	const n = 700
	began := time.Now()
	for i := range n {
		r := jobs.Record{ID: fmt.Sprintf("%032x", i), State: jobs.Failed,
			Submitted: began.Add(time.Duration(i) * time.Second), Proof: []byte("proof")}
		text, err := json.Marshal(r)
		if err == nil {
			_, err = bucket.Put(t.Context(), r.ID, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for limit, want := range map[int]string{
		jobs.MaxPageSize: "", n: "", n - 1: fmt.Sprintf("%032x", 1), 10: fmt.Sprintf("%032x", n-10),
	} {
		page, err := q.List(t.Context(), jobs.Filter{Limit: limit, State: jobs.Failed})
		if err != nil || len(page.Jobs) != min(limit, n) || page.Next != want ||
			page.Jobs[0].ID != fmt.Sprintf("%032x", n-1) || page.Jobs[0].Proof != nil {
			t.Errorf("a page of %d: %d jobs, next %s, %v", limit, len(page.Jobs), page.Next, err)
		}
	}
}
