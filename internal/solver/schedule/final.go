package schedule

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// The wires are cut into parts, of which it is known when all are set. There are at most
// finalParts, of minFinal wires or more.
const (
	finalParts = 32
	minFinal   = 256
)

func final(p *program.Program, system *constraint.System) {
	f := program.NewFootprint(p, system)
	p.FinalWires = max(minFinal, (p.Wires+finalParts-1)/finalParts)
	p.Final = make([]uint32, (p.Wires+p.FinalWires-1)/p.FinalWires)
	for _, end := range f.Operations(p.Code) {
		for _, x := range f.Sets {
			if int(x) < p.Wires {
				p.Final[int(x)/p.FinalWires] = uint32(end)
			}
		}
	}
	ascend(p.Final)
}

// final returns how many tasks make each part of the wires known. All parts before are known then,
// too.
func (t *tasks) final(p *program.Program) []uint32 {
	final := make([]uint32, len(p.Final))
	for x, i := range t.writer[:p.Wires] {
		if i != 0 {
			part := &final[x/p.FinalWires]
			*part = max(*part, t.task[i-1]+1)
		}
	}
	ascend(final)
	return final
}

func ascend(final []uint32) {
	for i := 1; i < len(final); i++ {
		final[i] = max(final[i], final[i-1])
	}
}
