package main

import (
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "123": 123, "4K": 4 << 10, "4kB": 4 << 10, "512M": 512 << 20, "512MiB": 512 << 20,
		"8G": 8 << 30, "2 T": 2 << 40,
	} {
		if got, err := proving.ParseBytes(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "-1", "1.5G", "8GG", "8X", "99999999999999999999",
		"99999999T"} {
		if got, err := proving.ParseBytes(text); err == nil {
			t.Errorf("%q is %d, want an error", text, got)
		}
	}
}

func TestRounded(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 1500 * time.Nanosecond: "1.5µs", 12345 * time.Microsecond: "12.3ms",
		612 * time.Millisecond: "612ms", 999_900 * time.Microsecond: "1s",
		1234 * time.Millisecond: "1.23s", 98760 * time.Millisecond: "1m38.8s",
	} {
		if got := rounded(d).String(); got != want {
			t.Errorf("%d ns is %q, want %q", d, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for want, all := range map[time.Duration][]time.Duration{
		7: {7}, 1: {9, 1}, 2: {9, 1, 2},
	} {
		if got := median(all); got != want {
			t.Errorf("median of %v is %v, want %v", all, got, want)
		}
	}
}
