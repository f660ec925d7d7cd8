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

func TestFormat(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                          "0.00 µs",
		1500 * time.Nanosecond:     "1.50 µs",
		12345 * time.Microsecond:   "12.3 ms",
		612 * time.Millisecond:     "612 ms",
		999_900 * time.Microsecond: "1000 ms",
		1234 * time.Millisecond:    "1.23 s",
		98760 * time.Millisecond:   "98.8 s",
		9_996 * time.Microsecond:   "10.0 ms",
		1234 * time.Second:         "1234 s",
	} {
		if got := format(d); got != want {
			t.Errorf("%d ns is %q, want %q", d, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{9, 1}, 5},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 100, 2}, 3},
	} {
		if got := median(test.values); got != test.want {
			t.Errorf("median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}
