package keys

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// Way is a way to a key, as a plan has it.
type Way struct {
	Make func(*accel.Engine) (key any, err error)
	// Release gives back what Make leaves on the device beside scratch memory, unless it is nil.
	// Resident are the bytes of that, as planned.
	Release  func(key any) error
	Resident uint64
}

// PlanOfMaking compares the plan of the ways to a key with the device's memory that they take. It
// is the same but for small vectors. The scratch memory of sums is not compared: an emulated device
// has fewer multiprocessors than the device of the plan.
func PlanOfMaking(
	t *testing.T, planned []accel.PlannedMaking, ways map[string]Way, opts ...accel.Option,
) {
	t.Helper()
	if len(planned) != len(ways) {
		t.Errorf("the plan has %+v", planned)
	}
	for _, planned := range planned {
		way, ok := ways[planned.Name]
		if !ok {
			t.Fatalf("the plan has %+v", planned)
		}
		e := hookstest.Engine(t, opts...)
		key := way.made(t, e)
		device, want := e.Statistics().DeviceBytes, planned.Device
		if way.Release != nil {
			way.release(t, key)
			device, want = device-e.Statistics().DeviceBytes, way.Resident
		}
		if device < want*49/50 || device > want*51/50 || planned.Device < want {
			t.Errorf("%s: %d bytes of the device, planned were %d, and %d in all", planned.Name,
				device, want, planned.Device)
		}
	}
}

func (w Way) made(t *testing.T, e *accel.Engine) any {
	t.Helper()
	key, err := w.Make(e)
	if err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(key)
	return key
}

func (w Way) release(t *testing.T, key any) {
	t.Helper()
	if w.Release == nil {
		return
	}
	if err := w.Release(key); err != nil {
		t.Fatal(err)
	}
}

// FromFile is the way to a key from its file. read is the hook's ReadKey.
func FromFile[PK hookstest.ProvingKey](
	t *testing.T, pk PK, read func(file []byte, e *accel.Engine) (any, error),
) Way {
	t.Helper()
	var file bytes.Buffer
	if _, err := any(pk).(io.WriterTo).WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return Way{Make: func(e *accel.Engine) (any, error) { return read(file.Bytes(), e) }}
}
