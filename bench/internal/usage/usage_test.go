package usage

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/rs/zerolog"
)

func TestCPU(t *testing.T) {
	before := CPU()
	for deadline := time.Now().Add(5 * time.Second); CPU() < before+20*time.Millisecond; {
		if time.Now().After(deadline) {
			t.Fatalf("%v of processor time after 5 s of work", CPU()-before)
		}
	}
}

func TestPeakMemoryReturnsErrors(t *testing.T) {
	engine, err := accel.Open(accel.WithoutDevice(), accel.WithLogger(zerolog.Nop()))
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	broken := errors.New("broken")
	if peak, err := PeakMemory(engine, func() error { return broken }); !errors.Is(err, broken) ||
		peak != 0 {
		t.Errorf("%d bytes, %v", peak, err)
	}
}
