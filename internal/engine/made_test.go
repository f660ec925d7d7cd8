package engine

import (
	"errors"
	"testing"
)

// TestMadePointsGiveWay: where an engine lacks memory for what points may become, it is asked again
// without them. Other failures, and points on other engines, change nothing.
func TestMadePointsGiveWay(t *testing.T) {
	e, _, _ := open(false)
	other, _, _ := open(false)
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		made  *Made
		first error
		want  error
		calls int
	}{
		"enough":         {&Made{engine: e, bytes: 8}, nil, nil, 1},
		"too little":     {&Made{engine: e, bytes: 8}, errOutOfMemory, nil, 2},
		"no points":      {&Made{engine: e}, errOutOfMemory, errOutOfMemory, 1},
		"nothing made":   {nil, errOutOfMemory, errOutOfMemory, 1},
		"another device": {&Made{engine: other, bytes: 8}, errOutOfMemory, errOutOfMemory, 1},
		"a failure":      {&Made{engine: e, bytes: 8}, broken, broken, 1},
	} {
		calls := 0
		err := c.made.giveWay(e, func() error {
			calls++
			if calls == 1 {
				return c.first
			}
			return nil
		})
		if !errors.Is(err, c.want) || calls != c.calls {
			t.Errorf("%s: %v after %d calls", name, err, calls)
		}
		if c.calls == 2 && (c.made.Bytes(e) != 0 || !c.made.closed) {
			t.Errorf("%s: the points are still there", name)
		}
	}
}

// TestMadeClosedMeanwhile: points whose making fails after Close take no memory.
func TestMadeClosedMeanwhile(t *testing.T) {
	e, backend, _ := open(false)
	made, broken := NewMade(e), errors.New("broken")
	w, end, err := backend.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := made.retain(w, &testField, points(1), 2)
	if err != nil || made.Bytes(e) == 0 {
		t.Fatalf("%d bytes, %v", made.Bytes(e), err)
	}
	wantError(t, made.Close(), nil)
	wantError(t, r.end(broken), broken)
	if n := made.Bytes(e); n != 0 {
		t.Errorf("%d bytes", n)
	}
	wantError(t, end(), nil)
}
