package schedule

// The wires are cut into parts, of which it is known when all are set. There are at most
// finalParts, of leastFinal wires or more.
const (
	finalParts = 32
	leastFinal = 256
)

// final sets when the wires of a program are known.
func final(f *footprint) {
	p := f.program
	p.FinalWires = max(leastFinal, (p.Wires+finalParts-1)/finalParts)
	p.Final = make([]uint32, (p.Wires+p.FinalWires-1)/p.FinalWires)
	for pc := 0; pc < len(p.Code); {
		pc = f.operation(p.Code, pc)
		for _, x := range f.sets {
			if int(x) < p.Wires {
				p.Final[int(x)/p.FinalWires] = uint32(pc)
			}
		}
	}
	for i := 1; i < len(p.Final); i++ {
		p.Final[i] = max(p.Final[i], p.Final[i-1])
	}
}
