package worker

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

type tenant struct {
	queue    *jobs.Queue
	children *untrusted.Children
	sources  sync.Map                // of jobs, by their subjects' beginnings
	running  sync.Map                // identifiers of jobs that are being proved
	working  context.Context         // of its jobs, which go on when the pulling ends
	abandon  context.CancelCauseFunc // ends working

	used     time.Time    // when a job was last taken; of the pulling goroutine alone
	lastTill atomic.Int64 // until when other tenants come first, in seconds since 1970
}

// deadlyTime is how long a tenant comes last whose job has ended two workers.
const deadlyTime = 10 * time.Minute

// last is 1 where other tenants' jobs are taken first.
func (t *tenant) last() int {
	if t.lastTill.Load() > time.Now().Unix() {
		return 1
	}
	return 0
}

func (t *tenant) jobs() []string {
	list := []string{} // never nil, which JSON shows
	for id := range t.running.Range {
		list = append(list, id.(string))
	}
	return list
}

// backOffTime is how long a worker that returned a job leaves the circuit to others.
const backOffTime = 5 * time.Second

// How long a draining worker waits for the server's answer, and for a connection that is lost.
const answerTime, returnTime = time.Second, time.Second / 2

var errSilent = errors.New("the server does not answer")

// abandonSilent abandons jobs of a silent server, while no proof is made, until the context ends.
func (t *tenant) abandonSilent(ctx context.Context, proving *atomic.Int32) {
	interrupt.Every(ctx, time.Second/4, func() {
		limit := answerTime
		if !t.queue.Conn.IsConnected() {
			limit = returnTime
		}
		if t.queue.Conn.FlushTimeout(limit) != nil && proving.Load() == 0 {
			t.abandon(errSilent)
		}
	})
}
