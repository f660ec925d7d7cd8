package schedule

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// partRows is the number of rows of a part, which takes some microseconds.
const partRows = 256

// RowsOf lists the rows of a SparseR1CS that has a schedule, in the order in which their wires
// become known. An error is one of [Order].
func RowsOf(p *program.Program, system *constraint.System) (*program.Rows, error) {
	r := &rowList{footprint: newFootprint(p, system), rows: new(program.Rows)}
	r.rows.Of = make([]uint32, 0, program.RowWords*p.Rows)
	err := try(func() {
		filler := 0
		for done := range uint32(len(p.Schedule.Tasks) + 1) {
			if done > 0 {
				r.part(int(done-1), done)
			}
			for filler < len(p.Schedule.Fillers) && p.Schedule.Fillers[filler] <= done {
				r.part(len(p.Schedule.Tasks)+filler, done)
				filler++
			}
		}
	})
	return r.rows, err
}

// rowList is a list of rows in the making.
type rowList struct {
	footprint *footprint
	rows      *program.Rows
}

// part appends the rows of a task or filler, whose wires are known after a number of tasks.
func (r *rowList) part(i int, after uint32) {
	code, ranges := r.footprint.program.Part(i)
	for _, at := range ranges {
		for pc := int(at.From); pc < int(at.To); {
			r.operation(code, pc, after)
			pc = r.footprint.operation(code, pc)
		}
	}
}

// operation appends the rows of one operation.
func (r *rowList) operation(code []uint32, pc int, after uint32) {
	switch operation := code[pc]; {
	case operation < program.SparseAdd:
	case operation == program.SparseDivide:
		for i := range int(code[pc+1]) {
			r.add(code[pc+3+sparseDivideWords*i:], after)
		}
	default:
		r.add(code[pc+1:], after)
	}
}

// add appends the row that code begins with.
func (r *rowList) add(code []uint32, after uint32) {
	from := uint32(len(r.rows.Of))
	r.rows.Of = append(r.rows.Of, code[:program.RowWords]...)
	to := uint32(len(r.rows.Of))
	last := len(r.rows.Parts) - 1
	if last < 0 || from-r.rows.Parts[last].From >= program.RowWords*partRows {
		r.rows.Parts = append(r.rows.Parts, program.Range{From: from, To: to})
		r.rows.After = append(r.rows.After, after)
		return
	}
	r.rows.Parts[last].To, r.rows.After[last] = to, max(r.rows.After[last], after)
}
