package schedule

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// tasks are parts of windows: one component or several, in the order of the windows.
type tasks struct {
	*windows
	list []parallel.Task
	cost []uint64
	code []uint32 // where each task begins; and where the last one ends

	operations []uint32 // in the order of the tasks
	task       []uint32 // by operation
	words      uint32   // of the operations so far

	number []uint32 // by root: the component's number in its window, from 1 on
	counts []uint32 // scratch
	needs  []uint32 // scratch
	met    []uint32 // by task: the last one that was found to need it, plus one
}

// A task costs at least this, if its window does, and not much more than the second.
const (
	leastTask   = 1500
	longestTask = 20_000
)

// newTasks cuts operations into tasks.
func newTasks(d *dependencies) *tasks {
	w, all := newWindows(d)
	n := len(d.cost)
	t := &tasks{windows: w, task: make([]uint32, n), number: make([]uint32, n)}
	t.operations = make([]uint32, 0, n)
	narrow := false
	for i := range all {
		narrow = t.window(&all[i], narrow)
	}
	t.code = append(t.code, t.words)
	t.met = make([]uint32, len(t.list))
	for i, operations := 0, t.operations; len(operations) > 0; i++ {
		n := 0
		for n < len(operations) && t.task[operations[n]] == uint32(i) {
			n++
		}
		t.link(uint32(i), operations[:n])
		operations = operations[n:]
	}
	return t
}

// window appends the tasks of a window, and reports whether it is narrow, one task. A narrow
// window goes on with the task of a narrow one before.
func (t *tasks) window(w *window, narrow bool) bool {
	grain := max(leastTask, min(longestTask, w.work/(2*modelWorkers)))
	if w.components > 1 && w.work > grain {
		narrow = false
	}
	stays := narrow
	cost, last := uint64(0), uint32(0)
	for k, i := range t.byComponent(w) {
		root := t.root(i)
		if k == 0 && !stays || k > 0 && root != last && cost >= grain {
			t.list = append(t.list, parallel.Task{})
			t.cost = append(t.cost, 0)
			t.code = append(t.code, t.words)
			cost = 0
		}
		last = root
		cost += t.append(i)
	}
	return w.components == 1 || w.work <= grain
}

// append appends an operation to the last task, and returns its cost.
func (t *tasks) append(i uint32) uint64 {
	cost := uint64(t.dependencies.cost[i])
	t.task[i] = uint32(len(t.list) - 1)
	t.operations = append(t.operations, i)
	t.words += t.at[i+1] - t.at[i]
	t.cost[t.task[i]] += cost
	return cost
}

// byComponent reorders the operations of a window so that those of a component are neighbours.
func (t *tasks) byComponent(w *window) []uint32 {
	operations := t.order[t.from[w.from]:t.from[w.to]]
	t.counts = t.counts[:0]
	for _, i := range operations {
		root := t.root(i)
		if t.number[root] == 0 {
			t.counts = append(t.counts, 0)
			t.number[root] = uint32(len(t.counts))
		}
		t.counts[t.number[root]-1]++
	}
	if len(t.counts) == 1 || len(t.counts) == len(operations) {
		return operations
	}
	at := uint32(0)
	for c, n := range t.counts {
		t.counts[c] = at
		at += n
	}
	sorted := make([]uint32, len(operations))
	for _, i := range operations {
		c := t.number[t.root(i)] - 1
		sorted[t.counts[c]] = i
		t.counts[c]++
	}
	return sorted
}

// maxNeeds bounds the list of tasks that a task needs. It waits for all tasks before the list.
const maxNeeds = 8

// link lists what a task needs.
func (t *tasks) link(task uint32, operations []uint32) {
	t.needs = t.needs[:0]
	to := &t.list[task]
	for _, i := range operations {
		if t.alone[i] {
			to.After = task
			return
		}
		for _, j := range t.of(i) {
			if needed := t.task[j]; needed != task && t.met[needed] != task+1 {
				t.met[needed] = task + 1
				t.needs = append(t.needs, needed)
			}
		}
	}
	slices.Sort(t.needs)
	if n := len(t.needs); n > maxNeeds {
		to.After = t.needs[n-maxNeeds-1] + 1
		t.needs = t.needs[n-maxNeeds:]
	}
	to.Needs = slices.Clone(t.needs)
}
