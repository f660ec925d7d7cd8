package flags

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// flagsOfNTT has a field for each flag of a command.
type flagsOfNTT struct {
	Backend                       proving.Backend
	O                             string
	Budget                        time.Duration
	Curve                         []string
	Sizes                         []int
	Runs, Warmup, Queued, CPURuns int
}

func TestParse(t *testing.T) {
	var f flagsOfNTT
	line := strings.Fields("-curve a,b -sizes=3 -budget 5m -cpu-runs 1 x y")
	words, err := Parse("ntt", line, &f)
	got := fmt.Sprint(f, words, err)
	want := "{auto  5m0s [a b] [3] 7 2 16 1} [x y] <nil>"
	if got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for _, wrong := range []string{"-sizes x", "-budget 5", "-backend gpu", "-device"} {
		if _, err := Parse("ntt", strings.Fields(wrong), &f); !errors.Is(err, ErrUsage) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if _, err := Parse("ntt", nil, new(struct{ Curve []string })); err == nil {
		t.Error("no field for a flag")
	}
}

func TestBytes(t *testing.T) {
	var limits []uint64
	to := reflect.ValueOf(&limits).Elem()
	if err := set(to, "0,2G,500M"); err != nil || fmt.Sprint(limits) != "[0 2147483648 524288000]" {
		t.Error(limits, err)
	}
	for _, wrong := range []string{"2X", "-1", "99999999999G"} {
		if err := set(to, wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
