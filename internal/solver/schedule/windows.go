package schedule

// A window is a range of levels that is scheduled as a whole. The operations of a window fall into
// components that need nothing of each other, and each component runs on one core. A wide window
// costs fewer handovers between cores, until components grow together.
//
// Windows begin as single levels. Neighbours join while a model of the time gains by it.
type window struct {
	from, to   uint32 // levels
	components int
	work       uint64 // all costs
	longest    uint64 // the cost of the largest component
}

// The model of the time that a window takes.
const (
	modelWorkers  = 16
	costHandover  = 1000   // from one window to the next
	largestJoined = 50_000 // the longest component that joining makes, where there are others
)

// time returns the time that a window takes by the model.
func (w *window) time() uint64 { return w.work/modelWorkers + w.longest + costHandover }

// windows are windows in the making.
type windows struct {
	*dependencies
	order, from []uint32 // operations by level

	// Components are trees of operations.
	parent []uint32 // of an operation; its own number at the root
	weight []uint64 // of a component, by its root
	size   []uint32
	joined []uint32 // roots that the current trial made children
}

// newWindows cuts levels into windows.
func newWindows(d *dependencies) (*windows, []window) {
	w := &windows{dependencies: d}
	w.order, w.from = d.byLevel()
	n := len(w.order)
	w.parent, w.weight, w.size = make([]uint32, n), make([]uint64, n), make([]uint32, n)
	for i := range w.parent {
		w.parent[i], w.weight[i], w.size[i] = uint32(i), uint64(d.cost[i]), 1
	}
	all := make([]window, d.levels)
	for level := range d.levels {
		all[level] = w.single(level)
	}
	for range maxPasses {
		before := len(all)
		if all = w.pass(all); len(all) > before-before/64 {
			break
		}
	}
	return w, all
}

// maxPasses bounds the number of levels in a window, of which each pass doubles most.
const maxPasses = 20

// single returns the window of one level.
func (w *windows) single(level uint32) window {
	s := window{from: level, to: level + 1}
	for _, i := range w.order[w.from[level]:w.from[level+1]] {
		s.components++
		s.work += uint64(w.cost[i])
		s.longest = max(s.longest, uint64(w.cost[i]))
	}
	return s
}

// pass joins neighbours where that pays.
func (w *windows) pass(all []window) []window {
	kept := all[:0]
	for i := 0; i < len(all); i++ {
		next := all[i]
		if i+1 < len(all) {
			if both, ok := w.join(&all[i], &all[i+1]); ok {
				next = both
				i++
			}
		}
		kept = append(kept, next)
	}
	return kept
}

// join joins two neighbours, and reports whether that pays. If not, nothing has changed.
func (w *windows) join(a, b *window) (window, bool) {
	both := window{
		from: a.from, to: b.to, components: a.components + b.components,
		work: a.work + b.work, longest: max(a.longest, b.longest),
	}
	w.joined = w.joined[:0]
	limit := a.time() + b.time()
	narrow := a.components == 1 && b.components == 1
	for _, i := range w.order[w.from[b.from]:w.from[b.to]] {
		if w.alone[i] != w.alone[w.order[w.from[a.from]]] {
			w.undo()
			return both, false
		}
		for _, j := range w.of(i) {
			if w.level[j] < a.from || w.level[j] >= b.from {
				continue
			}
			if w.unite(i, j, &both) && !narrow && !both.pays(limit) {
				w.undo()
				return both, false
			}
		}
	}
	if !narrow && !both.pays(limit) {
		w.undo()
		return both, false
	}
	return both, true
}

// pays reports whether a window is as good as its parts.
func (w *window) pays(limit uint64) bool {
	return w.time() <= limit && (w.longest <= largestJoined || w.components == 1)
}

// root returns the operation that stands for the component of another.
func (w *windows) root(i uint32) uint32 {
	for w.parent[i] != i {
		i = w.parent[i]
	}
	return i
}

// unite makes one component of two, and reports whether they were two.
func (w *windows) unite(i, j uint32, in *window) bool {
	i, j = w.root(i), w.root(j)
	if i == j {
		return false
	}
	if w.size[i] < w.size[j] {
		i, j = j, i
	}
	w.parent[j] = i
	w.size[i] += w.size[j]
	w.weight[i] += w.weight[j]
	w.joined = append(w.joined, j)
	in.components--
	in.longest = max(in.longest, w.weight[i])
	return true
}

// undo separates what the current trial united.
func (w *windows) undo() {
	for k := len(w.joined) - 1; k >= 0; k-- {
		j := w.joined[k]
		i := w.parent[j]
		w.weight[i] -= w.weight[j]
		w.size[i] -= w.size[j]
		w.parent[j] = j
	}
}
