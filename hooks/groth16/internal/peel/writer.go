package peel

import (
	"container/heap"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// maxTerms bounds the combinations of one [Writer], all together.
const maxTerms = 1 << 22

// Writer writes columns of C. One goroutine at a time may use it.
type Writer[E any, S field.Scalar[E]] struct {
	columns map[int][]entry[E]  // to write; others have no entries
	steps   map[uint32]*step[E] // of the rows that are met
	named   func(uint32) Column
	terms   int
}

// step takes a row off: the row is its column over the pivot, less the column's other entries.
type step[E any] struct {
	turn    uint32
	column  uint32
	inverse E // of the pivot
	others  []entry[E]
}

// NewWriter returns a Writer for the columns of C of some wires. All columns of A and B are known,
// and those of C that known names.
func NewWriter[E any, S field.Scalar[E]](
	sys *constraint.System, coefficients []E, wires []int, known func(wire int) bool,
) *Writer[E, S] {
	s := newSystem[E, S](sys, coefficients)
	w := &Writer[E, S]{
		columns: columnsOf(s, wires), steps: map[uint32]*step[E]{}, named: s.named,
	}
	wanted := map[uint32]bool{}
	for _, column := range w.columns {
		for i := range column {
			wanted[column[i].row] = true
		}
	}
	if len(wanted) == 0 {
		return w
	}
	firstOfC := s.column(C, 0)
	o := peeled(s, func(column uint32) bool {
		return column < firstOfC || known(int(column-firstOfC))
	}, wanted)
	w.plan(s, o, wanted)
	return w
}

// columnsOf returns the columns of C of some wires, but for those without entries.
func columnsOf[E any, S field.Scalar[E]](s *system[E, S], wires []int) map[int][]entry[E] {
	asked := make([]bool, s.wires) // few of many wires have a column
	for _, wire := range wires {
		asked[wire] = true
	}
	columns, firstOfC := map[int][]entry[E]{}, s.column(C, 0)
	for row := range uint32(len(s.instructions)) {
		s.eachTerm(row, func(column uint32, value *E) {
			if column < firstOfC {
				return
			}
			if wire := int(column - firstOfC); asked[wire] {
				columns[wire] = append(columns[wire], entry[E]{row, *value})
			}
		})
	}
	return columns
}

// plan makes the steps of the rows that are wanted, and of the rows that these lead to. It goes
// backwards, since the column that gives a row has its other entries in earlier ones.
func (w *Writer[E, S]) plan(s *system[E, S], o *order, wanted map[uint32]bool) {
	given := map[uint32]*step[E]{} // by columns with other entries
	take := func(row uint32) {
		if w.steps[row] == nil && o.has(row) {
			w.steps[row] = newStep(s, o, row)
			if !o.single(row) {
				given[o.pivots[row]-1] = w.steps[row]
			}
		}
	}
	for row := range wanted {
		take(row)
	}
	if len(given) == 0 {
		return
	}
	for i := len(o.sequence) - 1; i >= 0; i-- {
		row, met := o.sequence[i], false
		s.eachTerm(row, func(column uint32, value *E) {
			if later := given[column]; later != nil && later.turn > o.turns[row] {
				later.others = append(later.others, entry[E]{row, *value})
				met = true
			}
		})
		if met {
			take(row)
		}
	}
}

func newStep[E any, S field.Scalar[E]](s *system[E, S], o *order, row uint32) *step[E] {
	p := &step[E]{turn: o.turns[row], column: o.pivots[row] - 1}
	s.eachTerm(row, func(column uint32, value *E) {
		if column == p.column {
			S(&p.inverse).Inverse(value)
		}
	})
	return p
}

// Write returns a wire's column of C as a sum of known columns, and whether there is one.
func (w *Writer[E, S]) Write(wire int) (terms []Term[E], ok bool) {
	column := w.columns[wire]
	if len(column) == 0 {
		return nil, true
	}
	rest := &remainder[E]{steps: w.steps, values: map[uint32]E{}}
	add := func(row uint32, value *E, subtract bool) {
		sum, met := rest.values[row]
		if subtract {
			S(&sum).Sub(&sum, value)
		} else {
			S(&sum).Add(&sum, value)
		}
		if rest.values[row] = sum; !met {
			heap.Push(rest, row)
		}
	}
	for i := range column {
		e := &column[i]
		if w.steps[e.row] == nil {
			return nil, false
		}
		add(e.row, &e.value, false)
	}
	for rest.Len() > 0 {
		row := heap.Pop(rest).(uint32)
		value, step := rest.values[row], w.steps[row]
		if S(&value).IsZero() {
			continue
		}
		if w.terms++; w.terms > maxTerms {
			return nil, false
		}
		S(&value).Mul(&value, &step.inverse)
		terms = append(terms, Term[E]{w.named(step.column), value})
		for i := range step.others {
			var product E
			S(&product).Mul(&value, &step.others[i].value)
			add(step.others[i].row, &product, true)
		}
	}
	return terms, true
}

// remainder is the part of a column that is not written yet. It is a heap with the last row on top.
type remainder[E any] struct {
	steps  map[uint32]*step[E]
	values map[uint32]E
	rows   []uint32
}

func (r *remainder[E]) Len() int { return len(r.rows) }

func (r *remainder[E]) Less(i, j int) bool {
	return r.steps[r.rows[i]].turn > r.steps[r.rows[j]].turn
}

func (r *remainder[E]) Swap(i, j int) { r.rows[i], r.rows[j] = r.rows[j], r.rows[i] }

func (r *remainder[E]) Push(row any) { r.rows = append(r.rows, row.(uint32)) }

func (r *remainder[E]) Pop() any {
	last := len(r.rows) - 1
	row := r.rows[last]
	r.rows = r.rows[:last]
	return row
}
