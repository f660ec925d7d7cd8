package solver

import (
	"runtime"
	"sync"
	"weak"

	"github.com/consensys/gnark/constraint"
)

// entries has an entry for each system that lives. Programs do not refer to their systems. The
// zero value is ready for use.
type entries[E any] struct {
	mu sync.Mutex
	of map[weak.Pointer[constraint.System]]*Entry[E]
}

// get returns the entry of a system. A system that was read anew into the same place has a new one.
func (p *entries[E]) get(sys *constraint.System) *Entry[E] {
	identity := IdentityOf(sys)
	key := weak.Make(sys)
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.of[key]
	if e != nil && e.identity == identity {
		return e
	}
	if p.of == nil {
		p.of = map[weak.Pointer[constraint.System]]*Entry[E]{}
	}
	if e == nil {
		runtime.AddCleanup(sys, p.forget, key)
	}
	e = &Entry[E]{identity: identity}
	p.of[key] = e
	return e
}

func (p *entries[E]) forget(key weak.Pointer[constraint.System]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, key)
}

// Identity tells a system from another that came into the same place later. It keeps no memory of
// the system alive.
type Identity struct {
	instructions weak.Pointer[constraint.PackedInstruction]
	calldata     weak.Pointer[uint32]
	nb, words    int
	constraints  int
}

// IdentityOf returns the identity of a system.
func IdentityOf(s *constraint.System) Identity {
	i := Identity{nb: len(s.Instructions), words: len(s.CallData), constraints: s.NbConstraints}
	if i.nb > 0 && i.words > 0 {
		i.instructions, i.calldata = weak.Make(&s.Instructions[0]), weak.Make(&s.CallData[0])
	}
	return i
}
