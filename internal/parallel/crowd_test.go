package parallel

import (
	"testing"
	"time"
)

// TestCrowd: processors are crowded for a while, and not for ever.
func TestCrowd(t *testing.T) {
	if Crowded() {
		t.Fatal("crowded from the start")
	}
	begun := time.Now()
	for Crowd(); !Crowded(); Crowd() { // a busy machine may take longer than the memory
		if time.Since(begun) > time.Minute {
			t.Fatal("not crowded behind Crowd")
		}
	}
	for ; Crowded(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > 2*time.Minute {
			t.Fatal("crowded for ever")
		}
	}
}
