package schedule

// ready is a heap of operations that may begin. The one with the longest path behind it is first.
type ready struct {
	rank       []uint64
	operations []uint32
}

func (r *ready) len() int { return len(r.operations) }

// before reports whether an operation comes before another.
func (r *ready) before(i, j uint32) bool {
	return r.rank[i] > r.rank[j] || r.rank[i] == r.rank[j] && i < j
}

// first returns the first operation.
func (r *ready) first() uint32 { return r.operations[0] }

// push adds an operation.
func (r *ready) push(i uint32) {
	r.operations = append(r.operations, i)
	r.rise(len(r.operations) - 1)
}

// pop removes the first operation.
func (r *ready) pop() uint32 { return r.take(0) }

// take removes the operation at a place.
func (r *ready) take(at int) uint32 {
	taken, last := r.operations[at], len(r.operations)-1
	r.operations[at] = r.operations[last]
	r.operations = r.operations[:last]
	if at < last {
		r.rise(r.sink(at))
	}
	return taken
}

// rise moves an operation before those that come behind it.
func (r *ready) rise(at int) {
	i := r.operations[at]
	for at > 0 {
		parent := (at - 1) / 2
		if !r.before(i, r.operations[parent]) {
			break
		}
		r.operations[at] = r.operations[parent]
		at = parent
	}
	r.operations[at] = i
}

// sink moves an operation behind those that come before it, and returns its place.
func (r *ready) sink(at int) int {
	i, n := r.operations[at], len(r.operations)
	for {
		child := 2*at + 1
		if child >= n {
			break
		}
		if child+1 < n && r.before(r.operations[child+1], r.operations[child]) {
			child++
		}
		if !r.before(r.operations[child], i) {
			break
		}
		r.operations[at] = r.operations[child]
		at = child
	}
	r.operations[at] = i
	return at
}
