package translate

import (
	"sync"

	"github.com/consensys/gnark/constraint"
)

// folded are constants that no coefficient is, of all chunks. Which has which number depends on the
// chunk that asks first.
type folded struct {
	mu      sync.Mutex
	all     []constant // only appended to
	indexes map[constraint.U64]int
}

// index returns the index of a constant, which is appended if there is none. It returns those that
// there are, which nobody writes.
func (f *folded) index(field Field, x constraint.U64) (int, []constant) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i, ok := f.indexes[x]
	if !ok {
		i = len(f.all)
		f.all = append(f.all, constant{x, measure(field, x)})
		f.indexes[x] = i
	}
	return i, f.all
}
