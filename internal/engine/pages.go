package engine

import "sync"

// pages are a vector's pages, which one device locks for all.
type pages struct {
	settled chan struct{}
	once    sync.Once
	locked  bool // once settled
}

func newPages(locked bool) *pages {
	p := &pages{settled: make(chan struct{})}
	if locked {
		p.settle(locked)
	}
	return p
}

const notLocked = false

// settle says whether the pages are locked. Only the first call counts.
func (p *pages) settle(locked bool) {
	p.once.Do(func() {
		p.locked = locked
		close(p.settled)
	})
}

// held returns whether the pages are locked; false before that is settled.
func (p *pages) held() bool {
	select {
	case <-p.settled:
		return p.locked
	default:
		return false
	}
}

// wait returns whether the pages are locked, as soon as that is known; false where it is over
// before.
func (p *pages) wait(over <-chan struct{}) bool {
	select {
	case <-p.settled:
		return p.locked
	case <-over:
		return false
	}
}
