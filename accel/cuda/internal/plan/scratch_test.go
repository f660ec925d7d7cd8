package plan

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// From enough bytes on there is a shape, whose plan keeps within the memory. Much less is refused,
// with the number.
func TestScratchEnough(t *testing.T) {
	for _, g := range planGroups {
		for _, multiprocessors := range []int{2, 132} {
			for _, stream := range []bool{false, true} {
				for _, n := range []int{1, 20, 255, 256, 257, 1000, 1 << 14, 1 << 17} {
					r := scratchRequest(g, n, 0, stream, multiprocessors)
					enough := enoughFor(t, r)
					for memory := enough; memory < 16<<20; memory += memory/50 + 1 {
						s, err := r.Within(memory)
						if err != nil {
							t.Fatalf("%+v: %d bytes are enough, but in %d: %v",
								r, enough, memory, err)
						}
						fits := r
						fits.Shape, fits.Memory = s, memory
						p, err := Make(fits)
						if err != nil || p.Layout.Bytes > memory {
							t.Fatalf("%+v: a shape without a plan: %v", r, err)
						}
					}
					_, err := r.Within(enough / 2)
					if !errors.Is(err, driver.ErrOutOfMemory) ||
						!strings.Contains(err.Error(), fmt.Sprintf("needs %d bytes", enough)) {
						t.Fatalf("%+v: half of enough: %v", r, err)
					}
				}
			}
		}
	}
}

// A window that the configuration fixes is kept. One that no kernel has is refused for that reason.
func TestScratchFixedWindow(t *testing.T) {
	r := scratchRequest(planGroups[0], 1000, 9, true, 132)
	if s, err := r.Within(enoughFor(t, r)); err != nil || s.Window != 9 {
		t.Errorf("%+v, %v", s, err)
	}
	r.Window = widestWindow + 1
	_, err := r.Enough()
	_, planning := r.Within(1 << 40)
	if err == nil || planning == nil || errors.Is(err, driver.ErrOutOfMemory) ||
		errors.Is(planning, driver.ErrOutOfMemory) {
		t.Errorf("a window that no kernel has: %v, %v", err, planning)
	}
}

// With memory to spare the shape is the cheapest one.
func TestScratchPrefersTheCheapest(t *testing.T) {
	for _, g := range planGroups {
		r := scratchRequest(g, 1<<20, 0, true, 132)
		want, err := BestShape(ShapeRequest{Group: g, Points: 1 << 20, Factor: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Within(8 << 30); err != nil || got != want {
			t.Errorf("%s: %+v, %v, not %+v", g.Name, got, err, want)
		}
	}
}

func enoughFor(t *testing.T, r Request) uint64 {
	t.Helper()
	enough, err := r.Enough()
	if err != nil {
		t.Fatal(err)
	}
	return enough
}

func scratchRequest(g *Group, n, window int, hostBases bool, multiprocessors int) Request {
	return Request{
		Group: g, Points: n, Window: window,
		HostBases: hostBases, Multiprocessors: multiprocessors,
	}
}
