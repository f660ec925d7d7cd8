package system

import (
	"container/heap"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// maxTerms bounds the combinations of one [Writer], all together.
const maxTerms = 1 << 22

// Writer writes columns of C as combinations of other columns. One goroutine at a time may use it.
//
// A rank-1 system has three matrices A, B and C, with a row for each constraint and a column for
// each wire. A Groth16 key has a point for every column of A and B, and for some of C. The columns
// of C that it lacks follow from those by linear algebra.
//
// Rows are peeled off the system one after another, as the erasure codes of Luby, Mitzenmacher,
// Shokrollahi, Spielman and Stemann are decoded (Practical loss-resilient codes, STOC 1997). A
// known column with one entry left gives the row of that entry, and the row leaves all columns.
// Wires that are defined by one constraint and used in another are in many such columns. So the
// process ends early with nearly all systems; it is not elimination, and may stop at a core in
// which each column has two rows or more.
type Writer[E any] struct {
	field   *curve.Field[E]
	columns [][]entry[E] // of C, by wires; of those to write alone
	order   *order
	steps   []*step[E] // of the rows; nil for a row that is not met
	named   func(uint32) Column
	terms   int
	rest    remainder[E] // of the column that is written
}

// step takes a row off: the row is its column over the pivot, less the column's other entries.
type step[E any] struct {
	turn    uint32
	column  uint32
	inverse E // of the pivot
	others  []entry[E]
}

// NewWriter returns a Writer for the columns of C of some wires. It can write those columns that
// peeling leads to, and [Writer.Write] refuses the others. All columns of A and B are known, and
// the columns of C that known names.
func NewWriter[E any](of *Matrices[E], wires []int, known func(wire int) bool) *Writer[E] {
	rows := (len(of.Rows.Starts) - 1) / int(matrices)
	s := &peeling[E]{of, rows, make(map[*E]E)}
	w := &Writer[E]{field: of.Field, steps: make([]*step[E], rows), named: s.named}
	wanted, n := w.readC(s, wires)
	if n == 0 {
		return w
	}
	firstOfC := s.column(C, 0)
	w.order = peeled(s, func(column uint32) bool {
		return column < firstOfC || known(int(column-firstOfC))
	}, wanted, n)
	w.plan(s, wanted)
	w.rest = remainder[E]{values: make([]E, rows), met: make([]bool, rows)}
	return w
}

// readC reads the columns of C of some wires. It returns the n rows that have entries in them.
func (w *Writer[E]) readC(s *peeling[E], wires []int) (wanted []bool, n int) {
	asked := make([]bool, s.Wires) // few of many wires have a column
	for _, wire := range wires {
		asked[wire] = true
	}
	w.columns = make([][]entry[E], s.Wires)
	wanted = make([]bool, s.rows)
	for row := range uint32(s.rows) {
		s.eachTermOf(C, row, func(wire int, value *E) {
			if !asked[wire] {
				return
			}
			w.columns[wire] = append(w.columns[wire], entry[E]{row, *value})
			if !wanted[row] {
				wanted[row] = true
				n++
			}
		})
	}
	return wanted, n
}

// plan makes the steps of the wanted rows, and of rows that these lead to. It goes backwards, since
// the column that gives a row has its other entries in earlier ones.
func (w *Writer[E]) plan(s *peeling[E], wanted []bool) {
	o := w.order
	given, some := make([]uint32, int(matrices)*s.Wires), false // rows + 1, by columns
	take := func(row uint32) {
		if w.steps[row] == nil && o.has(row) {
			w.steps[row] = newStep(s, o, row)
			if !o.single(row) {
				given[o.pivots[row]-1], some = row+1, true
			}
		}
	}
	for row, is := range wanted {
		if is {
			take(uint32(row))
		}
	}
	if !some {
		return
	}
	for i := len(o.sequence) - 1; i >= 0; i-- {
		row, met := o.sequence[i], false
		s.eachTerm(row, func(column uint32, value *E) {
			if given[column] == 0 {
				return
			}
			if later := w.steps[given[column]-1]; later.turn > o.turns[row] {
				later.others = append(later.others, entry[E]{row, *value})
				met = true
			}
		})
		if met {
			take(row)
		}
	}
}

func newStep[E any](s *peeling[E], o *order, row uint32) *step[E] {
	p := &step[E]{turn: o.turns[row], column: o.pivots[row] - 1}
	s.eachTerm(row, func(column uint32, value *E) {
		if column == p.column {
			p.inverse = s.inverse(value)
		}
	})
	return p
}

// Write returns a wire's column of C as a sum of known columns. It returns false if it finds none.
func (w *Writer[E]) Write(wire int) (terms []Term[E], ok bool) {
	column := w.columns[wire]
	if len(column) == 0 {
		return nil, true
	}
	rest := &w.rest
	defer rest.clear(w.order)
	change := func(row uint32, by func(to, x, y *E) *E, value *E) {
		by(&rest.values[row], &rest.values[row], value)
		if !rest.met[row] {
			rest.met[row] = true
			heap.Push(rest, w.order.turns[row])
		}
	}
	for i := range column {
		e := &column[i]
		if w.steps[e.row] == nil {
			return nil, false
		}
		change(e.row, w.field.Add, &e.value)
	}
	for rest.Len() > 0 {
		row := w.order.sequence[heap.Pop(rest).(uint32)]
		value, step := rest.values[row], w.steps[row]
		rest.leave(row)
		if w.field.IsZero(&value) {
			continue
		}
		if w.terms++; w.terms > maxTerms {
			return nil, false
		}
		w.field.Mul(&value, &value, &step.inverse)
		terms = append(terms, Term[E]{w.named(step.column), value})
		for i := range step.others {
			var product E
			w.field.Mul(&product, &value, &step.others[i].value)
			change(step.others[i].row, w.field.Sub, &product)
		}
	}
	return terms, true
}

// remainder is the part of a column that is not written yet. It is a heap of the turns of its rows,
// with the last one on top.
type remainder[E any] struct {
	values []E    // of all rows; of others zero
	met    []bool // whether a row is among the turns
	turns  []uint32
}

// leave takes a row out that has left the heap.
func (r *remainder[E]) leave(row uint32) {
	var zero E
	r.values[row], r.met[row] = zero, false
}

func (r *remainder[E]) clear(o *order) {
	for _, turn := range r.turns {
		r.leave(o.sequence[turn])
	}
	r.turns = r.turns[:0]
}

func (r *remainder[E]) Len() int { return len(r.turns) }

func (r *remainder[E]) Less(i, j int) bool { return r.turns[i] > r.turns[j] }

func (r *remainder[E]) Swap(i, j int) { r.turns[i], r.turns[j] = r.turns[j], r.turns[i] }

func (r *remainder[E]) Push(turn any) { r.turns = append(r.turns, turn.(uint32)) }

func (r *remainder[E]) Pop() any {
	last := len(r.turns) - 1
	turn := r.turns[last]
	r.turns = r.turns[:last]
	return turn
}
