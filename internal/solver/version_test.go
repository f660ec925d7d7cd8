package solver

import (
	"sync/atomic"
	"testing"
	"time"
)

// link has the program link a gnark that passed the tests of equality, or another one.
func link(t *testing.T, passed bool) {
	before := HasPassed
	t.Cleanup(func() { HasPassed = before })
	HasPassed = func() bool { return passed }
}

// trustedSystem returns a system whose program was compared once.
func trustedSystem(t *testing.T) *faked {
	e := newFaked(t)
	e.prepare(t, new(fake))
	expect(t, e, Options{}, new(fake), Gnark, nil)
	return e
}

// await waits until work in other goroutines has some effect.
func await(t *testing.T, done func() bool) {
	t.Helper()
	for start := time.Now(); !done(); time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("nothing has happened for a minute")
		}
	}
}

// The fast solver solves from the second witness on, with any gnark. Where that has not passed, the
// first three witnesses are compared, and one in a thousand.
func TestComparisons(t *testing.T) {
	for passed, want := range map[bool]int32{true: 0, false: 4} {
		link(t, passed)
		e := trustedSystem(t)
		var compared atomic.Int32
		for range 2*comparedLater + 1 {
			expect(t, e, Options{}, &fake{compared: &compared}, Fast, nil)
			expect(t, e, Options{Check: CheckNever}, new(fake), Fast, nil)
		}
		await(t, func() bool { return compared.Load() >= want })
		if n := compared.Load(); n != want {
			t.Errorf("passed: %v: %d comparisons, expected %d", passed, n, want)
		}
	}
}

// A difference in a later comparison leaves the system to gnark. So does an error of gnark's
// solver.
func TestLaterDifferences(t *testing.T) {
	link(t, false)
	for name, f := range map[string]*fake{
		"different": {compare: errCompare}, "refused by gnark": {replay: errGnark},
	} {
		e := trustedSystem(t)
		expect(t, e, Options{}, f, Fast, nil)
		await(t, func() bool { _, state := e.entry().look(); return state == disabled })
		expect(t, e, Options{}, new(fake), Gnark, nil)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// A solution that no proof verifies satisfies the constraints, or is gnark's. It is gnark's, too,
// where the check panics.
func TestUnproved(t *testing.T) {
	for passed, want := range map[bool]Name{true: Fast, false: Gnark} {
		link(t, passed)
		for _, check := range []Check{CheckFirst, CheckNever} {
			e := trustedSystem(t)
			o := Options{Unproved: true, Check: check}
			expect(t, e, o, new(fake), Fast, nil)
			expect(t, e, o, &fake{unsatisfied: true}, want, nil)
			expect(t, e, o, new(fake), want, nil)
			e = trustedSystem(t)
			expect(t, e, o, &fake{panics: true}, want, nil)
		}
	}
}
