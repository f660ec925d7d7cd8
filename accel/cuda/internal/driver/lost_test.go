package driver

import (
	"errors"
	"os"
	"os/exec"
	"testing"
)

const losingVariable = "GNARK_ACCEL_TEST_LOSES_DEVICE"

// A kernel that writes where it must not takes the device from the whole process. The test does it
// in a process of its own.
func TestLostDevice(t *testing.T) {
	if os.Getenv(losingVariable) != "" {
		loseDevice(t)
		return
	}
	if _, ok := openLibrary(t).Emulator(); ok {
		t.Skip("an emulator's kernels run in this process's memory: a bad address ends the process")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, "-test.run=^TestLostDevice$", "-test.v")
	command.Env = append(os.Environ(), losingVariable+"=1")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	t.Logf("%s", output)
}

func loseDevice(t *testing.T) {
	c, err := openLibrary(t).OpenContext(0)
	if err != nil {
		t.Fatal(err)
	}
	// Nothing is freed: after the fault it could not be.
	var e Event
	do(t, c, func(th *Thread) error {
		m, err := th.LoadModule(cString(testKernels))
		if err != nil {
			return err
		}
		f, err := th.Function(m, "driver_test_store")
		if err != nil {
			return err
		}
		if e, err = th.NewEvent(Waking); err != nil {
			return err
		}
		q := th.Queue(0)
		Launch(q, f, Grid{X: 1, Threads: 1}, &scaleArgs{Out: 16})
		q.Record(e)
		return q.Err()
	})
	waited := c.Wait(e)
	t.Log(waited)
	if !errors.Is(waited, ErrDeviceLost) {
		t.Errorf("Wait: %v", waited)
	}
	if lost := c.Lost(); !errors.Is(lost, ErrDeviceLost) {
		t.Errorf("Lost: %v", lost)
	}
	if err := c.Do(allocateAndFree); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Alloc: %v", err)
	}
	if err := c.Close(); !errors.Is(err, ErrDeviceLost) {
		t.Errorf("Close: %v", err)
	}
}
