package worker

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// tenant is what a worker knows of a tenant.
type tenant struct {
	queue *jobs.Queue

	mutex   sync.Mutex
	sources map[string]*source   // by their subjects' beginnings
	running map[string]bool      // identifiers of jobs
	shunned map[string]time.Time // until when other workers have a circuit's jobs, by digest
}

func newTenant(queue *jobs.Queue) *tenant {
	return &tenant{queue: queue, sources: map[string]*source{}, running: map[string]bool{},
		shunned: map[string]time.Time{}}
}

// begins and ends note that a job is being proved.
func (t *tenant) begins(id string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.running[id] = true
}

func (t *tenant) ends(id string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.running, id)
}

func (t *tenant) jobs() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return slices.AppendSeq([]string{}, maps.Keys(t.running)) // never nil, which JSON shows
}
