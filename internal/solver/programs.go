package solver

import (
	"runtime"
	"sync"
	"weak"

	"github.com/consensys/gnark/constraint"
)

// Programs keeps what is known of systems of type S, as long as they live. P is their program,
// which must not refer to the system. The zero value is ready for use.
type Programs[S, P any] struct {
	mu      sync.Mutex
	entries map[weak.Pointer[S]]*Entry[P]
}

// Of returns the entry of a system. A system that was read anew into the same place has a new one.
func (p *Programs[S, P]) Of(sys *S, identity Identity) *Entry[P] {
	key := weak.Make(sys)
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.entries[key]
	if e != nil && e.identity == identity {
		return e
	}
	if p.entries == nil {
		p.entries = map[weak.Pointer[S]]*Entry[P]{}
	}
	if e == nil {
		runtime.AddCleanup(sys, p.forget, key)
	}
	e = &Entry[P]{identity: identity}
	p.entries[key] = e
	return e
}

func (p *Programs[S, P]) forget(key weak.Pointer[S]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.entries, key)
}

// Identity tells a system from another that was read into the same place later.
type Identity struct {
	instructions *constraint.PackedInstruction
	calldata     *uint32
	nb, words    int
	constraints  int
}

func IdentityOf(s *constraint.System) Identity {
	i := Identity{nb: len(s.Instructions), words: len(s.CallData), constraints: s.NbConstraints}
	if i.nb > 0 && i.words > 0 {
		i.instructions, i.calldata = &s.Instructions[0], &s.CallData[0]
	}
	return i
}
