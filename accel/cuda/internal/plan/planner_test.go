package plan

import "testing"

// TestUnaffected: where it says so bases have the shape that they would have without the memory
// that is taken. It says so where there is plenty, and does not where there is little.
func TestUnaffected(t *testing.T) {
	g := &Group{Name: "bn254_g1", CoordinateLimbs: 4, ScalarLimbs: 4, ScalarBits: 254}
	const n, taken = 1 << 16, 3 << 22
	said := map[bool]int{}
	for limit := uint64(8 << 20); limit <= 1<<30; limit += limit / 8 {
		place := func(p *Planner) (s Shape, bytes uint64, err error) {
			s, err = p.PlaceBases(g, n, 1<<20, func(b uint64) error {
				bytes = b
				return p.Memory.Take(ForBases, b)
			})
			return s, bytes, err
		}
		with, without := &Planner{Multiprocessors: 132}, &Planner{Multiprocessors: 132}
		with.Memory.Limit, without.Memory.Limit = limit, limit
		if with.Memory.Take(ForBases, taken) != nil {
			continue
		}
		unaffected := with.Unaffected(g, n, 1<<20, taken)
		said[unaffected]++
		want, _, wantErr := place(without)
		got, bytes, err := place(with)
		if unaffected && (err != nil || wantErr != nil || got != want) {
			t.Errorf("limit %d: %+v in %d bytes, %v; %+v, %v without what is taken",
				limit, got, bytes, err, want, wantErr)
		}
	}
	if said[true] == 0 || said[false] == 0 {
		t.Errorf("said: %v", said)
	}
}
