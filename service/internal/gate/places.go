package gate

import "sync"

// places counts connections, by whose they are.
type places struct {
	mutex sync.Mutex
	taken map[string]int
}

// take counts another connection, unless there are so many already.
func (p *places) take(whose string, most int) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken == nil {
		p.taken = map[string]int{}
	}
	if p.taken[whose] >= most {
		return false
	}
	p.taken[whose]++
	return true
}

func (p *places) leave(whose string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.taken[whose]--; p.taken[whose] == 0 {
		delete(p.taken, whose)
	}
}
