package schedule

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// tasks are the segments of a plan as tasks, in the order of their beginnings.
type tasks struct {
	*plan
	graph  parallel.Graph
	ranges []program.Range // of all tasks
	first  []uint32        // where the ranges of each task begin; and where the last ones end

	task []uint32 // by operation

	reached [][]uint32 // by queue: the tasks of each queue that it has waited for
}

func newTasks(p *plan) *tasks {
	t := &tasks{
		plan: p, task: make([]uint32, len(p.cost)), reached: make([][]uint32, len(p.queues)),
	}
	t.graph.Queues = make([][]uint32, len(p.queues))
	for i := range t.reached {
		t.reached[i] = make([]uint32, len(p.queues))
	}
	for number, s := range p.segments() {
		t.first = append(t.first, uint32(len(t.ranges)))
		slices.Sort(s.operations) // into the program's order
		for _, i := range s.operations {
			t.task[i] = uint32(number)
			t.addRange(program.Range{From: p.at[i], To: p.at[i+1]})
		}
		t.add(uint32(number), s)
	}
	t.first = append(t.first, uint32(len(t.ranges)))
	return t
}

// addRange appends a range to the last task. It joins the range with one that ends where it begins.
func (t *tasks) addRange(r program.Range) {
	n := len(t.ranges)
	if n > int(t.first[len(t.first)-1]) && t.ranges[n-1].To == r.From {
		t.ranges[n-1].To = r.To
		return
	}
	t.ranges = append(t.ranges, r)
}

// add appends the task of a segment. It has the needs that no earlier task of its queue has.
func (t *tasks) add(number uint32, s segment) {
	task := parallel.Task{Queue: uint32(s.queue), Place: uint32(len(t.graph.Queues[s.queue]))}
	reached := t.reached[s.queue]
	before := append([]uint32(nil), reached...)
	for _, i := range s.operations {
		if t.alone[i] {
			for queue, all := range t.graph.Queues {
				reached[queue] = uint32(len(all))
			}
		}
		for _, j := range t.needs.of(i) {
			if k := t.task[j]; k != number {
				other := &t.graph.Tasks[k]
				reached[other.Queue] = max(reached[other.Queue], other.Place+1)
			}
		}
	}
	for queue := range reached {
		if queue != int(s.queue) && reached[queue] > before[queue] {
			need := parallel.Need{Queue: uint32(queue), N: reached[queue]}
			task.Needs = append(task.Needs, need)
		}
	}
	t.graph.Tasks = append(t.graph.Tasks, task)
	t.graph.Queues[s.queue] = append(t.graph.Queues[s.queue], number)
}
