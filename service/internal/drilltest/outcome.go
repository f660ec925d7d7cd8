package drilltest

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// outcome is how a job ended.
type outcome struct {
	record *jobs.Record
	err    error
}

type outcomes struct {
	mutex sync.Mutex
	list  []outcome
}

func (o *outcomes) add(one outcome) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.list = append(o.list, one)
}
