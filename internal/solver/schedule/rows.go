package schedule

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const partRows = 256 // rows of a part, which takes some microseconds

// RowsOf lists the rows of a SparseR1CS that has a schedule. Their order is that in which their
// wires become known. An error is one of [Order].
func RowsOf(p *program.Program, system *constraint.System) (*program.Rows, error) {
	rows := &program.Rows{Of: make([]uint32, 0, program.RowWords*p.Rows)}
	err := try(func() {
		f := program.NewFootprint(p, system)
		tasks, fillers := len(p.Schedule.Tasks), p.Schedule.Fillers
		filler := 0
		for after := range uint32(tasks + 1) {
			if after > 0 {
				listRows(rows, f, int(after-1), after)
			}
			for filler < len(fillers) && fillers[filler] <= after {
				listRows(rows, f, tasks+filler, after)
				filler++
			}
		}
	})
	return rows, err
}

// listRows appends the rows of a task or filler. Their wires are known after a number of tasks.
func listRows(rows *program.Rows, f *program.Footprint, i int, after uint32) {
	for code := range f.Part(i) {
		for _, row := range f.Rows {
			addRow(rows, code[row:][:program.RowWords], after)
		}
	}
}

func addRow(rows *program.Rows, words []uint32, after uint32) {
	from := uint32(len(rows.Of))
	rows.Of = append(rows.Of, words...)
	last := len(rows.Parts) - 1
	if last < 0 || from-rows.Parts[last].From >= program.RowWords*partRows {
		rows.Parts = append(rows.Parts, program.Range{From: from})
		rows.After = append(rows.After, after)
		last++
	}
	rows.Parts[last].To = uint32(len(rows.Of))
	rows.After[last] = max(rows.After[last], after)
}
