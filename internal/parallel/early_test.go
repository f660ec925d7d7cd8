package parallel

import (
	"errors"
	"testing"
)

// TestEarly has a value made once for what it is made of, and made anew of something else.
func TestEarly(t *testing.T) {
	var e Early[int, int]
	e.Settle()
	made, odd := 0, errors.New("odd")
	square := func(n int) (int, error) {
		made++
		if n%2 != 0 {
			return 0, odd
		}
		return n * n, nil
	}
	for i, test := range []struct {
		from, want, made int
		err              error
	}{
		{0, 0, 1, nil}, {4, 16, 2, nil}, {4, 16, 2, nil}, {3, 0, 3, odd}, {3, 0, 3, odd},
		{6, 36, 4, nil},
	} {
		e.Begin(test.from, square)
		got, err := e.Get()
		if got != test.want || !errors.Is(err, test.err) || made != test.made {
			t.Errorf("%d: of %d: %d, %v, made %d times", i, test.from, got, err, made)
		}
	}
	e.Begin(8, func(int) (int, error) { panic("no value") })
	if _, err := e.Get(); err == nil {
		t.Error("a panic is no error")
	}
}
