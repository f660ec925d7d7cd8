//go:build cuda && linux && (amd64 || arm64) && !race

package driver

import "testing"

// The race detector makes sync.Pool forget on purpose, so this holds without it only.
func TestLaunchAllocatesNothing(t *testing.T) {
	c := openContext(t)
	f := kernel(t, c, "driver_test_scale")
	memory := alloc(t, c, 4)
	do(t, c, func(th *Thread) error {
		var failed error
		n := testing.AllocsPerRun(1000, func() {
			args := scaleArgs{Out: memory, In: memory, N: 1, Factor: 1}
			if err := Launch(th, f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, &args); err != nil {
				failed = err
			}
		})
		if n != 0 {
			t.Errorf("%v allocations a launch", n)
		}
		return failed
	})
}
