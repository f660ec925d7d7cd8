//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// TestOneLane sums few scalars and many in turn on one lane: what a sum leaves running there, the clearing of its scalars, must not
// touch those of the next one, which lie elsewhere in the same memory.
func TestOneLane(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	const most = 300
	points := testPoints(most)
	bases := testBases(t, b, points, 2)
	taken := b.device.take()
	defer b.device.put(taken)
	for i := range 9 {
		n := []int{5, most, 40}[i%3]
		words := f.elements(n, uint64(i))
		r, err := bases.MultiExp(0, driver.Bytes(words))
		must(t, err)
		checkSum(t, fmt.Sprintf("sum %d", i), r, points[:n], words)
	}
}
