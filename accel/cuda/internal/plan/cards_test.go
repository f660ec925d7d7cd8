package plan

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// TestCards plans sums of all groups on every card, within a part of its memory.
func TestCards(t *testing.T) {
	for _, c := range Cards {
		for _, g := range planGroups {
			for n := 1 << 10; n <= 1<<26; n <<= 8 {
				memory := uint64(c.MemoryGiB) << 30 / 4
				r := Request{
					Group: g, Points: n, HostBases: true, Memory: memory,
					Multiprocessors: c.Multiprocessors, SharedBytes: c.SharedKiB << 10,
					Tuning: c.tuning(),
				}
				var err error
				if r.Shape, err = r.Within(memory); err != nil {
					t.Fatal(err)
				}
				p := planOf(t, r)
				shared := max(p.BucketSort.CoarseShared, p.BucketSort.FineShared)
				if shared > r.SharedBytes {
					t.Errorf("%s, %s: blocks take %d bytes", c.Name, g.Name, shared)
				}
			}
		}
	}
}

// TestTuningOf: a card is known by its whole name, and times that were not measured are scaled.
func TestTuningOf(t *testing.T) {
	for name, want := range map[string]float64{
		"NVIDIA H100 80GB HBM3":   0,
		"NVIDIA H200":             0,
		"NVIDIA T400":             0,
		"gnark-accel emulator":    0,
		"Tesla T4":                4.11,
		"NVIDIA B200":             0.899,
		"NVIDIA GeForce RTX 5090": 0.639,
		"NVIDIA RTX PRO 6000 Blackwell Server Edition":            0.531,
		"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition": 0.531,
	} {
		tuning, got := TuningOf(driver.DeviceInfo{Name: name}), 0.0
		if tuning != nil {
			got = tuning.computeEntry[4] / Hopper.computeEntry[4]
		}
		if got < want*0.99 || got > want*1.01 {
			t.Errorf("%s: an entry takes %.3f of an H100's time, not %.3f", name, got, want)
		}
	}
}
