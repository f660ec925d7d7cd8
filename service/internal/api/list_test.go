package api

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// TestList lists jobs page by page, the latest first, and by state and circuit.
func TestList(t *testing.T) {
	s := serve(t)
	e := s.addSquare(t, 0)
	var want []string
	for i := range 7 {
		state := jobs.Done
		if i%2 == 1 {
			state = jobs.Failed
		}
		job := s.prove(t, "square", e.bytes(t, i, i*i+i%2), state)
		want = append([]string{job.ID}, want...)
	}
	list := func(query string) (page client.Page) {
		t.Helper()
		reply := s.call(t, 0, "GET", "/v1/jobs?"+query, nil)
		if err := json.Unmarshal(reply.Body.Bytes(), &page); err != nil || reply.Code != 200 {
			t.Fatal(reply.Body, err)
		}
		return page
	}
	var got []string
	for after := ""; ; {
		page := list("limit=3&circuit=square&after=" + after)
		for _, job := range page.Jobs {
			got = append(got, job.ID)
			if job.Proof != nil || job.Details != nil {
				t.Error("a page has proofs or gnark's words")
			}
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("pages of %v, expected %v", got, want)
	}
	for query, n := range map[string]int{
		"": 7, "state=failed": 3, "state=done&limit=2": 2, "state=queued": 0, "state=running": 0,
	} {
		if got := len(list(query).Jobs); got != n {
			t.Errorf("%s: %d jobs", query, got)
		}
	}
	for query, status := range map[string]int{
		"state=gone": 400, "limit=x": 400, "limit=1001": 400, "limit=-1": 400, "order=up": 400,
		"circuit=nobody": 404, "after=nobody": 404,
	} {
		expect(t, s.call(t, 0, "GET", "/v1/jobs?"+query, nil), status, "")
	}
	expect(t, s.call(t, 1, "GET", "/v1/jobs", nil), 200, `{"jobs":[]}`) // another tenant's
}
