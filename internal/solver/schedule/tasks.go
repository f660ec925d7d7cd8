package schedule

import "github.com/gnark-accel/gnark-accel/internal/parallel"

// tasks are the segments of a plan as tasks, in the order of the slots.
type tasks struct {
	*plan
	graph parallel.Graph
	code  []uint32 // where each task begins; and where the last one ends

	operations []uint32 // in the order of the tasks
	task       []uint32 // by operation

	reached [][]uint32 // by lane: the tasks of each lane that it has waited for
}

// newTasks makes tasks of a plan.
func newTasks(p *plan) *tasks {
	t := &tasks{
		plan: p, task: make([]uint32, len(p.cost)), reached: make([][]uint32, len(p.lanes)),
		operations: make([]uint32, 0, len(p.cost)),
	}
	t.graph.Lanes = make([][]uint32, len(p.lanes))
	for i := range t.reached {
		t.reached[i] = make([]uint32, len(p.lanes))
	}
	words := uint32(0)
	for number, s := range p.segments {
		t.code = append(t.code, words)
		for _, i := range s.operations {
			t.task[i] = uint32(number)
			words += p.at[i+1] - p.at[i]
		}
		t.operations = append(t.operations, s.operations...)
		t.add(uint32(number), s)
	}
	t.code = append(t.code, words)
	return t
}

// add appends the task of a segment, with what it needs of other lanes. What an earlier task of its
// lane has waited for is not listed again.
func (t *tasks) add(number uint32, s segment) {
	task := parallel.Task{Lane: uint32(s.lane), Place: uint32(len(t.graph.Lanes[s.lane]))}
	reached := t.reached[s.lane]
	before := append([]uint32(nil), reached...)
	for _, i := range s.operations {
		if t.alone[i] {
			for lane, all := range t.graph.Lanes {
				reached[lane] = uint32(len(all))
			}
		}
		for _, j := range t.needs.of(i) {
			if k := t.task[j]; k != number {
				other := &t.graph.Tasks[k]
				reached[other.Lane] = max(reached[other.Lane], other.Place+1)
			}
		}
	}
	for lane := range reached {
		if lane != int(s.lane) && reached[lane] > before[lane] {
			need := parallel.Need{Lane: uint32(lane), N: reached[lane]}
			task.Needs = append(task.Needs, need)
		}
	}
	t.graph.Tasks = append(t.graph.Tasks, task)
	t.graph.Lanes[s.lane] = append(t.graph.Lanes[s.lane], number)
}
