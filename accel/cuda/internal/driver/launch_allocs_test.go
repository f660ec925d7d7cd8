//go:build !race

package driver

import "testing"

// The race detector makes sync.Pool forget on purpose, so this holds without it only.
func TestLaunchAllocatesNothing(t *testing.T) {
	c := openContext(t)
	launch := idleLaunch(t, c)
	do(t, c, func(th *Thread) error {
		var failed error
		n := testing.AllocsPerRun(1000, func() {
			if err := launch(th); err != nil {
				failed = err
			}
		})
		if n != 0 {
			t.Errorf("%v allocations a launch", n)
		}
		return failed
	})
}
