package api

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

type recent struct {
	mutex sync.Mutex
	ended int            // all of them since the service was started
	jobs  []*jobs.Record // the latest first
}

const kept = 20 // of them

func (r *recent) note(stored *jobs.Record) {
	if stored.State.Ended() {
		stored.Proof, stored.Details = nil, nil
		r.add(1, stored)
	}
}

// add adds records of jobs that have ended, of which some are new.
func (r *recent) add(fresh int, ended ...*jobs.Record) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.ended += fresh
	all := append(ended, r.jobs...)
	slices.SortFunc(all, func(a, b *jobs.Record) int { return b.Ended.Compare(a.Ended) })
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(j *jobs.Record) bool {
		before := seen[j.ID]
		seen[j.ID] = true
		return before
	})
	r.jobs = all[:min(len(all), kept)]
}

func (r *recent) list() (list []*jobs.Record, ended int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return append([]*jobs.Record{}, r.jobs...), r.ended
}

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

func (c *call) overview() (any, error) {
	now := state{Time: time.Now().UTC(), Version: c.Version, Tenant: c.tenant.queue.Secrets.Name}
	c.tenant.recall()
	now.Recent, now.Ended = c.tenant.recent.list()
	var noNames, noQueue, err error
	now.Names, noNames = c.tenant.Names(c.Context())
	now.Queue, noQueue = c.tenant.Lines(c.Context())
	if now.Workers, err = c.tenant.Workers(c.Context()); err == nil {
		now.Running, err = c.tenant.running(c.Context(), now.Workers)
	}
	if err := cmp.Or(noNames, noQueue, err); err != nil {
		return nil, err
	}
	for i := range now.Workers {
		now.Workers[i].Ability.Hints = nil // long, and of no interest here
	}
	return now, nil
}

// running returns records of jobs in workers' hands, each with its worker. Of many it has some.
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

func (h *handler) recall(t *tenant) {
	page, err := t.Jobs(h.Serving, client.Filter{Ended: true, Limit: kept})
	if err == nil {
		t.recent.add(0, page.Jobs...)
	} else if h.Serving.Err() == nil {
		h.Log.Warn().Err(err).Str("tenant", t.queue.Secrets.Name).Msg("the last jobs are not shown")
	}
}
