package engine

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// loadHostBases loads 20 points onto a device that has no room for them.
func loadHostBases(t *testing.T, strict bool) (*Engine, *fakeBackend, *logbook.Book, *Loaded) {
	t.Helper()
	d, backend, book := open(strict)
	backend.full = true
	return d, backend, book, load(t, d, 20)
}

func TestBasesThatDoNotFitStayOnTheHost(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprintf("strict=%v", strict), func(t *testing.T) {
			d, backend, book, l := loadHostBases(t, strict)
			if !l.OnDevice() || backend.resident != 0 {
				t.Errorf("on device %v, %d of them there", l.OnDevice(), backend.resident)
			}
			for _, n := range []int{20, 17} {
				wantError(t, sum(l, n, accepted), nil)
			}
			wantError(t, sum(l, 9, accepted), ErrOnCPU)
			wantStatistics(t, d, Statistics{
				DeviceMSMs: 2, DevicePoints: 37, SentMSMs: 2, BytesUp: 37 * 8, CPUSmall: 1,
				CPUPoints: 9,
			})
			lines := book.Entries(
				"bases do not fit the device, their points are sent with each MSM")
			if len(lines) != 1 || lines[0]["level"] != "info" || lines[0]["group"] != "test_g1" ||
				lines[0]["points"] != 20.0 || lines[0]["reason"] != errOutOfMemory.Error() {
				t.Errorf("logged: %v", lines)
			}
			wantLines(t, book, 0, "bases not loaded, computed on the CPU")
			backend.full = false // bases that fit are not sent along, whatever became of others
			if err := sum(load(t, d, 20), 20, accepted); err != nil || backend.resident != 1 ||
				d.Statistics().SentMSMs != 2 {
				t.Errorf("bases that fit: %v, %d on the device", err, backend.resident)
			}
			if err := errors.Join(l.Close(), l.Close()); err != nil || l.OnDevice() {
				t.Errorf("closed: %v, on device = %v", err, l.OnDevice())
			}
			wantError(t, sum(l, 20, accepted), ErrClosed)
		})
	}
}

// A device that is lost while it loads has no room either, but nothing is sent there any more.
func TestALostDeviceIsSentNothing(t *testing.T) {
	d, backend, _ := open(false)
	backend.fail(errors.Join(errOutOfMemory, errLost))
	if l := load(t, d, 20); l.OnDevice() || d.Unavailable() == nil {
		t.Errorf("on device = %v, unavailable = %v", l.OnDevice(), d.Unavailable())
	}
}
