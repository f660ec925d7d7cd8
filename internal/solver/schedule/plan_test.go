package schedule

import (
	"slices"
	"testing"
)

// dependenciesOf returns the dependencies of operations, of which some stand alone.
func dependenciesOf(cost []uint32, alone []int, needs map[uint32][]uint32) *dependencies {
	d := &dependencies{cost: cost, alone: make([]bool, len(cost))}
	for _, i := range alone {
		d.alone[i] = true
	}
	d.needs.first = []uint32{0}
	for i := range uint32(len(cost)) {
		d.at = append(d.at, i)
		d.needs.all = append(d.needs.all, needs[i]...)
		d.needs.first = append(d.needs.first, uint32(len(d.needs.all)))
	}
	d.at = append(d.at, uint32(len(cost)))
	d.users = d.needs.reversed()
	d.setRanks()
	return d
}

func TestPlans(t *testing.T) {
	for name, test := range map[string]struct {
		cost     []uint32
		alone    []int
		needs    map[uint32][]uint32
		queue    []uint8
		begin    []uint64
		waits    []wait
		segments [][]uint32
	}{
		"behind a long operation comes only what needs it": {
			cost:     []uint32{20_000, 100, 2000, 2000, 2000, 2000},
			needs:    map[uint32][]uint32{1: {0}},
			queue:    []uint8{0, 0, 1, 1, 1, 1},
			begin:    []uint64{0, 20_000, 0, 2000, 4000, 6000},
			segments: [][]uint32{{0, 1}, {2, 3, 4, 5}},
		},
		"a queue waits for another once, after the latency, and the other stops there for it": {
			cost:     []uint32{5000, 5000, 100, 90, 4000},
			needs:    map[uint32][]uint32{2: {0, 1}, 3: {0, 1}, 4: {2}},
			queue:    []uint8{0, 1, 0, 1, 0},
			begin:    []uint64{0, 0, 5000 + latency, 5000 + latency, 6100 + costWait + costCross},
			waits:    []wait{{2, 1}, {3, 0}},
			segments: [][]uint32{{0}, {1}, {2, 4}, {3}},
		},
		"what stands alone begins when all queues have ended, and all others wait for it": {
			cost:     []uint32{3000, 3000, 100, 3000, 3000},
			alone:    []int{2},
			needs:    map[uint32][]uint32{3: {2}, 4: {2}},
			queue:    []uint8{0, 1, 0, 0, 1},
			begin:    []uint64{0, 0, 3000 + latency, 4100 + costWait, 4100 + costWait + latency},
			waits:    []wait{{2, 1}, {4, 2}},
			segments: [][]uint32{{0}, {1}, {2}, {3}, {4}},
		},
	} {
		p := newPlan(dependenciesOf(test.cost, test.alone, test.needs), 2)
		var segments [][]uint32
		for _, s := range p.segments() {
			segments = append(segments, s.operations)
		}
		if !slices.Equal(p.queue, test.queue) || !slices.Equal(p.begin, test.begin) ||
			!slices.Equal(p.waits, test.waits) ||
			!slices.EqualFunc(segments, test.segments, slices.Equal) {
			t.Errorf("%s: queues %v, which begin at %v, waits %v, segments %v",
				name, p.queue, p.begin, p.waits, segments)
		}
	}
}

// A block has neighbours in the program, but not what is ready much earlier or less urgent.
func TestBlocks(t *testing.T) {
	// A chain of four, of which the last has no successor; then four that need nothing.
	const short, long = blockTime * 2 / 5, blockTime * 6 / 5
	d := dependenciesOf([]uint32{short, short, long, short, short, short, short, short},
		[]int{7}, map[uint32][]uint32{1: {0}, 2: {1}, 3: {2}})
	d.writer = []uint32{0, 1, 3, 6}
	b := d.blocks()
	if want := []uint32{0, 2, 3, 4, 6, 7, 8}; !slices.Equal(b.at, want) {
		t.Errorf("blocks begin at %v, expected %v", b.at, want)
	}
	want := []uint32{2 * short, long, short, 2 * short, short, short}
	if !slices.Equal(b.cost, want) {
		t.Errorf("blocks cost %v, expected %v", b.cost, want)
	}
	if want := []uint32{0, 1, 2, 4}; !slices.Equal(b.writer, want) {
		t.Errorf("blocks set %v, expected %v", b.writer, want)
	}
	if first := []uint32{0, 0, 1, 2, 2, 2, 2}; !slices.Equal(b.needs.first, first) ||
		!slices.Equal(b.needs.all, []uint32{0, 1}) {
		t.Errorf("blocks need %v", b.needs)
	}
}
