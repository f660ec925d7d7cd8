package host

import (
	"testing"
	"time"
)

func TestProcessorTime(t *testing.T) {
	before := ProcessorTime()
	for deadline := time.Now().Add(5 * time.Second); ProcessorTime() < before+20*time.Millisecond; {
		if time.Now().After(deadline) {
			t.Fatalf("%v of processor time after 5 s of work", ProcessorTime()-before)
		}
	}
}
