package worker

import (
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

// tenant is a worker's state of a tenant.
type tenant struct {
	queue    *jobs.Queue
	children *untrusted.Children // nil for a worker of one tenant
	running  sync.Map            // identifiers of jobs that are being proved

	// Of the pulling goroutine alone: when a job was last taken, and whether other tenants' jobs are
	// taken first.
	used time.Time
	last bool

	mutex    sync.Mutex
	sources  map[string]*source   // by their subjects' beginnings
	backOffs map[string]time.Time // until when other workers have a circuit's jobs, by digest
	lastTill time.Time            // until when other tenants come first
}

// deadlyTime is how long other tenants come first after a tenant's job has ended two workers.
const deadlyTime = 10 * time.Minute

// deadly tells whether other tenants come first.
func (t *tenant) deadly() bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return time.Now().Before(t.lastTill)
}

// kills notes that a job of the tenant has ended two workers.
func (t *tenant) kills() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.lastTill = time.Now().Add(deadlyTime)
}

func newTenant(queue *jobs.Queue) *tenant {
	return &tenant{queue: queue, sources: map[string]*source{}, backOffs: map[string]time.Time{}}
}

func (t *tenant) jobs() []string {
	list := []string{} // never nil, which JSON shows
	t.running.Range(func(id, _ any) bool {
		list = append(list, id.(string))
		return true
	})
	return list
}

// backOffTime is how long a worker that returned a job leaves the circuit to others.
const backOffTime = 5 * time.Second

func (t *tenant) backOff(digest string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.backOffs[digest] = time.Now().Add(backOffTime)
}
