package bn254

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

func numbered(numbers ...int) []fr.Element {
	wires := make([]fr.Element, len(numbers))
	for i, n := range numbers {
		wires[i].SetInt64(int64(n))
	}
	return wires
}

func TestFinite(t *testing.T) {
	wires := numbered(0, 1, 2, 3, 4)
	const y, n = true, false
	for _, test := range []struct {
		atInfinity []bool
		points     int
		want       []fr.Element // nil where an error is expected
	}{
		{[]bool{n, n, n, n, n}, 5, wires},
		{[]bool{y, n, n, y, n}, 3, numbered(1, 2, 4)},
		{[]bool{n, y, y, n, y}, 2, numbered(0, 3)},
		{[]bool{y, y, y, y, y}, 0, numbered()},
		{[]bool{n, n, n, y, n}, 3, nil},
		{[]bool{y, y, n, y, n}, 3, nil},
	} {
		got, err := finite(wires, test.atInfinity, test.points)
		if test.want == nil {
			if !errors.Is(err, protocol.ErrKeyMismatch) {
				t.Errorf("%v and %d points: got %v, %v", test.atInfinity, test.points, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, %v", test.atInfinity, got, err)
		}
	}
}

func TestPrivate(t *testing.T) {
	wires := numbered(0, 1, 2, 3, 4, 5)
	for _, test := range []struct {
		first  int
		hidden []int
		want   []fr.Element
	}{
		{0, nil, wires},
		{2, nil, numbered(2, 3, 4, 5)},
		{6, nil, numbered()},
		{1, []int{1}, numbered(2, 3, 4, 5)},
		{1, []int{5}, numbered(1, 2, 3, 4)},
		{1, []int{2, 3, 5}, numbered(1, 4)},
		{3, []int{3, 4, 5}, numbered()},
	} {
		if got := private(wires, test.first, test.hidden); !slices.Equal(got, test.want) {
			t.Errorf("from %d without %v: %v", test.first, test.hidden, got)
		}
	}
	if !slices.Equal(wires, numbered(0, 1, 2, 3, 4, 5)) {
		t.Error("the wires were modified")
	}
}
