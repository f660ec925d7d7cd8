package plan

import "testing"

// Rounds of batch-affine additions go on while buckets have points to add and the device is full.
// Their sums fit their share of the memory, and every slot has its thread.
func TestPlanRounds(t *testing.T) {
	for _, g := range planGroups {
		for _, n := range []int{1, 1 << 10, 1 << 16, 1 << 20, 1<<22 + 5, 1 << 24} {
			for _, c := range []int{8, 14, 20, 22} {
				for _, memory := range []uint64{100 << 20, 2 << 30, 40 << 30} {
					r := requestOf(g, shapeOf(g, c, 200), n, memory)
					p, err := Make(r)
					if err != nil {
						continue // the buckets of wide windows do not fit
					}
					checkRounds(t, p, r)
				}
			}
		}
	}
	r := requestOf(planGroups[1], shapeOf(planGroups[1], 20, 200), 1<<22, 40<<30)
	if p, err := Make(r); err != nil || len(p.Rounds[len(p.Rounds)-1]) < 3 {
		t.Errorf("rounds of a large MSM: %+v, %v", p, err)
	}
}

func checkRounds(t *testing.T, p *Plan, r Request) {
	buckets := p.AllBuckets()
	for i, rounds := range p.Rounds {
		if len(rounds) > 0 && !HasBatchAffine(r.Group) {
			t.Fatalf("%s is paired", r.Group.Name)
		}
		slots := p.Chunks[i] * p.Windows
		for _, round := range rounds {
			if slots < Hopper.roundPoints*buckets {
				t.Errorf("%+v: chunk %d: a round of %d slots for %d buckets", r, i, slots, buckets)
			}
			slots = (slots + buckets) / 2
			if round.Slots < slots || round.Slots < Hopper.RoundSlots*r.Multiprocessors ||
				round.Each < 1 || round.Each > Hopper.longestBatch[r.Group.CoordinateLimbs] {
				t.Errorf("%+v: chunk %d: round %+v for %d slots", r, i, round, slots)
			}
		}
	}
	bytes := uint64(p.maxSlots(0)+p.maxSlots(1)) * uint64(r.Group.PointBytes())
	if bytes > r.Memory/roundShare {
		t.Errorf("%+v: pairs take %d bytes", r, bytes)
	}
}
