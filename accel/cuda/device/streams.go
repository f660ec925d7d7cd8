package device

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Streams are all streams of a device. None is destroyed while they are asked.
type Streams struct {
	mutex sync.Mutex
	all   map[driver.Stream]struct{}
}

// Create makes a stream.
func (s *Streams) Create(t *driver.Thread) (driver.Stream, error) {
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

// Destroy destroys a stream.
func (s *Streams) Destroy(t *driver.Thread, stream driver.Stream) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.all, stream)
	return t.DestroyStream(stream)
}

// Busy reports whether work that was queued in one of the streams has not run to its end.
func (s *Streams) Busy(t *driver.Thread) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for stream := range s.all {
		if idle, err := t.Idle(stream); !idle {
			return err == nil, err
		}
	}
	return false, nil
}

// Synchronize waits for a stream, if it has been made.
func Synchronize(t *driver.Thread, s driver.Stream) error {
	if s == 0 {
		return nil
	}
	return t.Synchronize(s)
}
