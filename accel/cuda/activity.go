//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// streams are all streams of a device. None is destroyed while they are asked.
type streams struct {
	mutex sync.Mutex
	all   map[driver.Stream]struct{}
}

// create makes a stream.
func (s *streams) create(t *driver.Thread) (driver.Stream, error) {
	stream, err := t.NewStream()
	if err != nil {
		return 0, err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all == nil {
		s.all = map[driver.Stream]struct{}{}
	}
	s.all[stream] = struct{}{}
	return stream, nil
}

// destroy destroys a stream.
func (s *streams) destroy(t *driver.Thread, stream driver.Stream) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.all, stream)
	return t.DestroyStream(stream)
}

// busy says whether something that was queued in one of the streams has not run to its end.
func (s *streams) busy(t *driver.Thread) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for stream := range s.all {
		if idle, err := t.Idle(stream); !idle {
			return err == nil, err
		}
	}
	return false, nil
}

// Busy says whether the device has work at this moment: kernels, copies or clearing of memory that were queued and have not run
// to their end. What is queued runs, or waits for what runs in another stream, never for the host. It takes microseconds.
func (b *Backend) Busy() (busy bool, err error) {
	err = b.device.context.Do(func(t *driver.Thread) error {
		busy, err = b.device.streams.busy(t)
		return err
	})
	return busy, err
}
