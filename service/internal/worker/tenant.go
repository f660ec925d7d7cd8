package worker

import (
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// tenant is what a worker knows of a tenant.
type tenant struct {
	queue   *jobs.Queue
	running sync.Map // identifiers of jobs that are being proved

	used time.Time // when a job was last taken; of the pulling goroutine alone

	mutex   sync.Mutex
	sources map[string]*source   // by their subjects' beginnings
	shunned map[string]time.Time // until when other workers have a circuit's jobs, by digest
}

func newTenant(queue *jobs.Queue) *tenant {
	return &tenant{queue: queue, sources: map[string]*source{}, shunned: map[string]time.Time{}}
}

func (t *tenant) jobs() []string {
	list := []string{} // never nil, which JSON shows
	t.running.Range(func(id, _ any) bool {
		list = append(list, id.(string))
		return true
	})
	return list
}

// shunTime is how long a worker leaves a circuit to others after it has given a job back.
const shunTime = 5 * time.Second

func (t *tenant) shun(digest string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.shunned[digest] = time.Now().Add(shunTime)
}
