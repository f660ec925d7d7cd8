package gate

import "sync"

// connectionCount counts connections by a name: of an address or a tenant.
type connectionCount struct {
	mutex sync.Mutex
	taken map[string]int
}

// acquire counts another connection, and tells whether it is within the limit.
func (p *connectionCount) acquire(whose string, limit int) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken == nil {
		p.taken = map[string]int{}
	}
	if p.taken[whose] >= limit {
		return false
	}
	p.taken[whose]++
	return true
}

func (p *connectionCount) release(whose string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken[whose]--; p.taken[whose] == 0 {
		delete(p.taken, whose)
	}
}
