package engine

import "sync"

// Progress is told how many bytes of a key are done, and their total. The total is 0 while it is
// unknown. Calls come one at a time.
type Progress = func(done, total int64)

// counter counts for a [Progress]. Nil counts nothing.
type counter struct {
	mutex       sync.Mutex // guards the fields below, and is held during a call
	tell        Progress
	done, total int64
}

// Telling returns a Made without points that tells how far a key is. Without a function it is nil.
func Telling(tell Progress) *Made {
	if tell == nil {
		return nil
	}
	return &Made{closed: true, progress: &counter{tell: tell}}
}

// Telling has the making of points told, and returns m.
func (m *Made) Telling(tell Progress) *Made {
	if tell != nil {
		m.progress = &counter{tell: tell}
	}
	return m
}

// Expect adds bytes that are to be made, read or loaded.
func (m *Made) Expect(bytes uint64) {
	m.count(func(c *counter) { c.total = max(c.total, c.done) + int64(bytes) })
}

// Advance tells of bytes that are done. Some may be done twice: they do not exceed a known total.
func (m *Made) Advance(bytes uint64) {
	m.count(func(c *counter) {
		c.done += int64(bytes)
		if c.total > 0 {
			c.done = min(c.done, c.total)
		}
	})
}

func (m *Made) count(change func(*counter)) {
	if m == nil || m.progress == nil {
		return
	}
	c := m.progress
	c.mutex.Lock()
	defer c.mutex.Unlock()
	change(c)
	c.tell(c.done, c.total)
}
