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
	Crowd()
	if !Crowded() {
		t.Fatal("not crowded behind Crowd")
	}
	for start := time.Now(); Crowded(); time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("crowded for ever")
		}
	}
}
