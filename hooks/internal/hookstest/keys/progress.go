package keys

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// Told: each way to a key tells its progress, which never goes back and comes to its end. One line
// of the log has the device's memory that the key takes.
func (a *Attaching[PK, VK, P, O]) Told(t *testing.T, example circuits.Example) {
	var book logbook.Book
	e := hookstest.Engine(t, accel.WithLogger(book.Logger()))
	i := a.Make(t, example)
	told := func(name string, make func(opts ...O) error, opts ...O) {
		var calls, done, total int64
		err := make(append(opts, a.WithEngine(e), a.WithProgress(func(d, all int64) {
			if d < done || all < total || d > all {
				t.Errorf("%s: %d bytes of %d, after %d of %d", name, d, all, done, total)
			}
			calls, done, total = calls+1, d, all
		}))...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if calls < 3 || total == 0 || done != total {
			t.Errorf("%s: %d of %d bytes at the end, after %d calls", name, done, total, calls)
		}
	}
	for name, make := range a.makers(t, ecc.BN254, i, e) {
		told(name, func(opts ...O) error { // and attaches it
			pk, _, err := make(opts...)
			i.PK = pk
			return err
		}, a.WithAttached())
		told(name+", attached again", func(opts ...O) error {
			if err := a.Release(i.PK); err != nil {
				return err
			}
			return a.Attach(i.PK, opts...)
		})
		devicetest.NoError(t, a.Release(i.PK))
	}
	if len(e.Devices()) == 0 {
		return
	}
	before := len(book.Entries("key loaded"))
	memory := e.Statistics().DeviceBytes
	devicetest.NoError(t, a.Attach(i.PK, a.WithEngine(e)))
	lines := book.Entries("key loaded")
	if len(lines) != before+1 {
		t.Fatalf("%d lines say that the key is loaded", len(lines)-before)
	}
	line := lines[before]
	bytes, _ := line["bytes"].(float64)
	multiples, _ := line["multiples"].(float64)
	took, _ := line["took"].(float64)
	taken := e.Statistics().DeviceBytes - memory
	if bytes == 0 || uint64(bytes) > taken || multiples < 1 || took <= 0 {
		t.Errorf("a key that took %d bytes of the device is logged as %v", taken, line)
	}
	devicetest.NoError(t, a.Release(i.PK))
}
