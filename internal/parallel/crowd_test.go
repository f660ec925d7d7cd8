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
	look := func() bool {
		looks++
		return false
	}
	r := newRun(&Graph{}, 1, nil, nil)
	for begun := time.Now(); looks != 1; { // a busy machine may take longer than the memory
		if time.Since(begun) > time.Minute {
			t.Fatalf("a worker looked %d times", looks)
		}
		Crowd()
		looks = 0
		r.spin(look)
	}
	for Crowded() {
		time.Sleep(time.Millisecond)
	}
	if r.spin(look); looks < 3 {
		t.Error("a worker that is alone looked once")
	}
}
