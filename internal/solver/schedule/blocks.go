package schedule

import "slices"

const blockTime = 600 // nanoseconds that a block takes at most, unless it is one operation

// blocks returns the dependencies of blocks, which queues run as a whole: operations that follow
// each other in the program, so that one queue sets most of a cache line. Operations of a block
// could begin at about the same time, and are about as urgent.
func (d *dependencies) blocks() *dependencies {
	b := &dependencies{work: d.work, writer: slices.Clone(d.writer)}
	of := d.joined(b)
	var met []uint32 // by block: the last one that was found to need it, plus one
	for i := range uint32(len(d.cost)) {
		block := of[i]
		if int(block) == len(met) {
			met = append(met, 0)
			b.needs.first = append(b.needs.first, uint32(len(b.needs.all)))
		}
		for _, j := range d.needs.of(i) {
			if need := of[j]; need != block && met[need] != block+1 {
				met[need] = block + 1
				b.needs.all = append(b.needs.all, need)
			}
		}
	}
	b.needs.first = append(b.needs.first, uint32(len(b.needs.all)))
	for x, i := range b.writer {
		if i != 0 {
			b.writer[x] = of[i-1] + 1
		}
	}
	b.users = b.needs.reversed()
	b.setRanks()
	return b
}

// joined cuts the operations into blocks: it sets their beginnings, their costs, and Alone.
func (d *dependencies) joined(b *dependencies) (of []uint32) {
	of = make([]uint32, len(d.cost))
	earliest := d.earliest()
	first := 0
	for i := range d.cost {
		if i == 0 || d.apart(first, i, earliest) || b.cost[of[i-1]]+d.cost[i] > blockTime {
			first = i
			b.at = append(b.at, d.at[i])
			b.cost = append(b.cost, 0)
			b.alone = append(b.alone, d.alone[i])
		}
		of[i] = uint32(len(b.cost) - 1)
		b.cost[of[i]] += d.cost[i]
	}
	b.at = append(b.at, d.at[len(d.cost)])
	return of
}

func (d *dependencies) apart(i, j int, earliest []uint64) bool {
	return d.alone[i] || d.alone[j] || distance(d.rank[i], d.rank[j]) > blockTime ||
		distance(earliest[i], earliest[j]) > blockTime
}

func distance(x, y uint64) uint64 { return max(x, y) - min(x, y) }

// earliest returns for each operation the longest path to its beginning.
func (d *dependencies) earliest() []uint64 {
	at := make([]uint64, len(d.cost))
	last := uint64(0) // when all operations so far have ended
	for i := range at {
		if d.alone[i] {
			at[i] = last
		}
		for _, j := range d.needs.of(uint32(i)) {
			at[i] = max(at[i], at[j]+uint64(d.cost[j]))
		}
		last = max(last, at[i]+uint64(d.cost[i]))
	}
	return at
}
