package usage

import (
	"testing"
	"time"
)

func TestCPU(t *testing.T) {
	before := CPU()
	for deadline := time.Now().Add(5 * time.Second); CPU() < before+20*time.Millisecond; {
		if time.Now().After(deadline) {
			t.Fatalf("%v of processor time after 5 s of work", CPU()-before)
		}
	}
}
