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

// TestWaitersSleep: where processors are crowded, a worker looks once before it sleeps.
func TestWaitersSleep(t *testing.T) {
	looks := 0
	r := newRun(&Graph{}, 1, nil, nil)
	spin := func() int {
		looks = 0
		r.spin(func() bool {
			looks++
			return false
		})
		return looks
	}
	begun := time.Now() // a busy machine may take longer than the memory, and than a spin
	for Crowd(); spin() != 1; Crowd() {
		if time.Since(begun) > time.Minute {
			t.Fatalf("among others, a worker looked %d times", looks)
		}
	}
	for Crowded() {
		time.Sleep(time.Millisecond)
	}
	for spin() < 3 {
		if time.Since(begun) > 2*time.Minute {
			t.Fatalf("alone, a worker looked %d times", looks)
		}
	}
}
