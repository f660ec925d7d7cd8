package schedule

// dependencies are what the operations of a program need of each other. The system's levels are
// not enough: operations of one level may read sides of each other's rows.
type dependencies struct {
	at    []uint32 // where each operation begins in the code; and where the last one ends
	cost  []uint32
	level []uint32 // one more than the levels of the operations that it needs
	alone []bool   // it needs all operations before, and all after need it

	needs []uint32 // operations, those of operation i from first[i] to first[i+1]
	first []uint32

	levels uint32
	work   uint64 // all costs

	writer []uint32 // by wire, row and table: the operation that sets it, plus one
}

// of returns the operations that operation i needs.
func (d *dependencies) of(i uint32) []uint32 { return d.needs[d.first[i]:d.first[i+1]] }

// newDependencies finds what operations need.
func newDependencies(f *footprint, code []uint32) *dependencies {
	d := &dependencies{
		first:  []uint32{0},
		writer: make([]uint32, f.all()),
	}
	var met []uint32   // by operation: the last one that was found to need it, plus one
	floor := uint32(0) // no level of what follows is lower
	var barrier uint32 // the operation that all others need, plus one
	for pc := 0; pc < len(code); {
		d.at = append(d.at, uint32(pc))
		pc = f.operation(code, pc)
		i := uint32(len(d.at) - 1)
		level := floor
		need := func(writer uint32) {
			if writer == 0 || met[writer-1] == i+1 {
				return
			}
			met[writer-1] = i + 1
			d.needs = append(d.needs, writer-1)
			level = max(level, d.level[writer-1]+1)
		}
		need(barrier)
		for _, x := range f.reads {
			need(d.writer[x])
		}
		if f.alone {
			level, barrier = d.levels, i+1
			floor = level + 1
		}
		for _, x := range f.sets {
			d.writer[x] = i + 1
		}
		d.levels = max(d.levels, level+1)
		d.work += uint64(f.cost)
		met = append(met, 0)
		d.cost = append(d.cost, f.cost)
		d.level = append(d.level, level)
		d.alone = append(d.alone, f.alone)
		d.first = append(d.first, uint32(len(d.needs)))
	}
	d.at = append(d.at, uint32(len(code)))
	return d
}

// byLevel returns the operations in the order of their levels, and where each level begins.
func (d *dependencies) byLevel() (order, from []uint32) {
	from = make([]uint32, d.levels+1)
	for _, level := range d.level {
		from[level+1]++
	}
	for i := range d.levels {
		from[i+1] += from[i]
	}
	order = make([]uint32, len(d.level))
	next := append([]uint32(nil), from...)
	for i, level := range d.level {
		order[next[level]] = uint32(i)
		next[level]++
	}
	return order, from
}
