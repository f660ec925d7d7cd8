package schedule

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type dependencies struct {
	at    []uint32 // where each operation begins in the code; and where the last one ends
	cost  []uint32
	alone []bool // it needs all operations before, and all after need it

	needs lists // by operation: the operations whose results it reads
	users lists // by operation: the operations that read its results

	rank    []uint64 // by operation: the longest path from its beginning to the program's end
	longest uint64   // of these
	work    uint64   // all costs

	writer []uint32 // by wire, row and table: the operation that sets it, plus one
}

// lists are lists of operations, one for each operation.
type lists struct{ all, first []uint32 }

func (l *lists) of(i uint32) []uint32 { return l.all[l.first[i]:l.first[i+1]] }

func newDependencies(p *program.Program, system *constraint.System) *dependencies {
	f := program.NewFootprint(p, system)
	d := &dependencies{
		needs:  lists{first: []uint32{0}},
		writer: raw.Huge(make([]uint32, f.All())),
	}
	var met []uint32   // by operation: the last one that was found to need it, plus one
	var barrier uint32 // the operation that all others need, plus one
	for pc := range f.Operations(p.Code) {
		d.at = append(d.at, uint32(pc))
		i := uint32(len(d.at) - 1)
		need := func(writer uint32) {
			if writer == 0 || met[writer-1] == i+1 {
				return
			}
			met[writer-1] = i + 1
			d.needs.all = append(d.needs.all, writer-1)
		}
		need(barrier)
		for _, x := range f.Reads {
			need(d.writer[x])
		}
		if f.Alone {
			barrier = i + 1
		}
		for _, x := range f.Sets {
			d.writer[x] = i + 1
		}
		d.work += uint64(f.Cost)
		met = append(met, 0)
		d.cost = append(d.cost, f.Cost)
		d.alone = append(d.alone, f.Alone)
		d.needs.first = append(d.needs.first, uint32(len(d.needs.all)))
	}
	d.at = append(d.at, uint32(len(p.Code)))
	d.users = d.needs.reversed()
	d.setRanks()
	return d
}

// reversed returns for each operation the operations that have it in their lists.
func (l *lists) reversed() lists {
	n := len(l.first) - 1
	r := lists{make([]uint32, len(l.all)), make([]uint32, n+1)}
	for _, i := range l.all {
		r.first[i+1]++
	}
	for i := range n {
		r.first[i+1] += r.first[i]
	}
	next := slices.Clone(r.first)
	for i := range uint32(n) {
		for _, j := range l.of(i) {
			r.all[next[j]] = i
			next[j]++
		}
	}
	return r
}

func (d *dependencies) setRanks() {
	d.rank = make([]uint64, len(d.cost))
	after := uint64(0) // the longest path behind an operation that stands alone
	for i := len(d.cost) - 1; i >= 0; i-- {
		rank := after
		for _, j := range d.users.of(uint32(i)) {
			rank = max(rank, d.rank[j])
		}
		d.rank[i] = rank + uint64(d.cost[i])
		d.longest = max(d.longest, d.rank[i])
		if d.alone[i] {
			d.rank[i] = d.longest // of all behind it
			after = d.longest
		}
	}
}
