package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

var pictureTo = flag.String("picture", "", "the file that TestPageInBrowser writes the page to")

// TestPageInBrowser opens the page in a browser. It asks for the token, says that a wrong one is
// wrong, shows workers and jobs, and a later job without being loaded again.
func TestPageInBrowser(t *testing.T) {
	found(t)
	s := serve(t)
	e := s.addSquare(t, 0)
	done := s.prove(t, e.Bytes(t, &servicetest.Square{X: 3, Y: 9}), jobs.Done)
	failed := s.prove(t, e.Bytes(t, &servicetest.Square{X: 3, Y: 8}), jobs.Failed)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	page := open(t, web.URL)

	page.eventually("the page asks for a token", `!at("login").hidden && at("main").hidden`)
	login := func(token string) {
		page.value(fmt.Sprintf(`at("token").value = %q; at("login").requestSubmit()`, token))
	}
	login(s.Tenants()[0].Token + "x")
	page.eventually("a wrong token is refused",
		`at("problem").textContent.startsWith("No tenant has this token") && at("main").hidden`)
	login(s.Tenants()[0].Token)
	page.eventually("the right one shows the service", `at("login").hidden && !at("main").hidden`)
	if got := page.value(`at("tenant").textContent`); got != "a" {
		t.Errorf("the tenant is %v", got)
	}
	page.eventually("nothing waits", `at("queue").textContent === "nothing waits"`)
	page.eventually("nothing runs", `at("running").textContent === "nothing runs"`)
	page.eventually("a worker is ready", `at("workers").rows.length === 1 &&
		at("workers").rows[0].cells[5].textContent === "ready"`)

	shows := func(job ended) string {
		return fmt.Sprintf(`[...at("recent").rows].some(r => r.cells[0].title === %q &&
			r.cells[0].textContent === %q && r.cells[2].textContent === %q &&
			r.cells[2].className === %[3]q && r.cells[1].textContent === "square" &&
			r.cells[1].title === %q && r.cells[7].textContent === %q)`, job.ID, job.ID[:12],
			job.State, job.Circuit, job.Reason)
	}
	page.eventually("the job that is done", shows(done))
	page.eventually("the job that failed", shows(failed))
	if got := page.value(`at("recent").rows.length`); got != 2.0 {
		t.Errorf("%v jobs are shown", got)
	}
	later := s.prove(t, e.Bytes(t, &servicetest.Square{X: 4, Y: 16}), jobs.Done)
	page.eventually("a later job", shows(later))
	if page.complaints != nil {
		t.Errorf("the browser complains: %q", page.complaints)
	}
	picture, err := page.picture()
	if err == nil && *pictureTo != "" {
		err = os.WriteFile(*pictureTo, picture, 0o644)
	}
	if err != nil {
		t.Error(err)
	}
}

// prove submits a witness of the first tenant, and waits for the job to end in a state.
func (s *served) prove(t *testing.T, full []byte, state jobs.State) (job ended) {
	t.Helper()
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=30s", bytes.NewReader(full))
	if err := json.Unmarshal(reply.Body.Bytes(), &job); err != nil || job.State != state {
		t.Fatalf("%s, %v", reply.Body, err)
	}
	return job
}

// ended is what the page shows of a job.
type ended struct {
	ID, Circuit, Reason string
	State               jobs.State
}
