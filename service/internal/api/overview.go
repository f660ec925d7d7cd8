package api

import (
	"net/http"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// recent has the jobs that ended last, since the service was started.
type recent struct {
	mutex sync.Mutex
	jobs  []*jobs.Record // the latest last
}

// kept is how many of them there are.
const kept = 20

// add notes a record that was stored, if the job has ended.
func (r *recent) add(stored *jobs.Record) {
	if stored.State == jobs.Queued {
		return
	}
	stored.Proof, stored.Details = nil, nil
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.jobs = append(r.jobs, stored)
	r.jobs = r.jobs[max(0, len(r.jobs)-kept):]
}

// list returns the jobs, the latest first.
func (r *recent) list() []*jobs.Record {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	list := append([]*jobs.Record{}, r.jobs...)
	slices.Reverse(list)
	return list
}

// state is what the page shows.
type state struct {
	Tenant  string          `json:"tenant"`
	Queue   []client.Line   `json:"queue"`
	Workers []client.Worker `json:"workers"`
	Recent  []*jobs.Record  `json:"recent"`
}

func (h *handler) overview(w http.ResponseWriter, r *http.Request, t *tenant) error {
	lines, err := t.Lines(r.Context())
	if err != nil {
		return err
	}
	workers, err := t.Workers(r.Context())
	if err != nil {
		return err
	}
	for i := range workers {
		workers[i].Ability.Hints = nil // long, and of no interest here
	}
	return reply(w, http.StatusOK,
		state{t.name, lines, workers, t.recent.list()})
}
