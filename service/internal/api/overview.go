package api

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// recent has the jobs that ended last.
type recent struct {
	mutex sync.Mutex
	ended int            // all of them since the service was started
	jobs  []*jobs.Record // the latest last
}

// kept is how many of them there are.
const kept = 20

// add notes a record that was stored, if the job has ended.
func (r *recent) add(stored *jobs.Record) {
	if !stored.State.Ended() {
		return
	}
	stored.Proof, stored.Details = nil, nil
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.ended++
	r.jobs = slices.DeleteFunc(r.jobs, func(j *jobs.Record) bool { return j.ID == stored.ID })
	r.jobs = append(r.jobs, stored)
	r.jobs = r.jobs[max(0, len(r.jobs)-kept):]
}

// addEarlier adds the jobs that ended before the service was started.
func (r *recent) addEarlier(page *client.Page) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	slices.SortFunc(page.Jobs, func(a, b *jobs.Record) int { return a.Ended.Compare(b.Ended) })
	earlier := slices.DeleteFunc(page.Jobs, func(job *jobs.Record) bool {
		return slices.ContainsFunc(r.jobs, func(j *jobs.Record) bool { return j.ID == job.ID })
	})
	r.jobs = append(earlier, r.jobs...)
	r.jobs = r.jobs[max(0, len(r.jobs)-kept):]
}

// list returns the jobs, the latest first, and how many have ended since the start.
func (r *recent) list() (list []*jobs.Record, ended int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	list = append([]*jobs.Record{}, r.jobs...)
	slices.Reverse(list)
	return list, r.ended
}

// version is that of the program, and of gnark in it.
var version = func() string {
	built, known := debug.ReadBuildInfo()
	if !known {
		built = new(debug.BuildInfo)
	}
	return built.Main.Version + ", gnark v" + circuit.OwnVersion()
}()

// state is the content of the page.
type state struct {
	Time    time.Time           `json:"time"`
	Version string              `json:"version"`
	Tenant  string              `json:"tenant"`
	Names   map[string][]string `json:"names"` // of circuits, by digest
	Queue   []client.Line       `json:"queue"`
	Running []*jobs.Record      `json:"running"`
	Workers []client.Worker     `json:"workers"`
	Recent  []*jobs.Record      `json:"recent"`
	Ended   int                 `json:"ended"` // since the service was started
}

func (h *handler) overview(w http.ResponseWriter, r *http.Request, t *tenant) error {
	now := state{Time: time.Now().UTC(), Version: version, Tenant: t.queue.Account()}
	now.Recent, now.Ended = t.recent.list()
	var err error
	if now.Names, err = t.Names(r.Context()); err != nil {
		return err
	}
	if now.Queue, err = t.Lines(r.Context()); err != nil {
		return err
	}
	if now.Workers, err = t.Workers(r.Context()); err != nil {
		return err
	}
	if now.Running, err = t.running(r.Context(), now.Workers); err != nil {
		return err
	}
	for i := range now.Workers {
		now.Workers[i].Ability.Hints = nil // long, and of no interest here
	}
	return httpserver.Reply(w, http.StatusOK, now)
}

// running returns the records of jobs in workers' hands, each with its worker. Where there are many
// it returns some.
func (t *tenant) running(ctx context.Context, workers []client.Worker) ([]*jobs.Record, error) {
	list := []*jobs.Record{}
	for _, worker := range workers {
		for _, id := range worker.Running[:min(len(worker.Running), kept-len(list))] {
			job, err := t.queue.Record(ctx, id)
			if err != nil && !errors.Is(err, client.ErrNoJob) {
				return nil, err
			}
			if err == nil && !job.State.Ended() {
				job.State, job.Worker = jobs.Running, worker.ID
				list = append(list, job)
			}
		}
	}
	return list, nil
}

// recall reads the last jobs of a tenant from the store.
func (h *handler) recall(t *tenant) {
	page, err := t.Jobs(h.Serving, client.Filter{Ended: true, Limit: kept})
	if err == nil {
		t.recent.addEarlier(page)
	} else if h.Serving.Err() == nil {
		h.Log.Warn().Err(err).Str("tenant", t.queue.Account()).Msg("the last jobs are not shown")
	}
}
