package keys

import (
	"bytes"
	"io"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// Way is a way to a key, as a plan has it.
type Way struct {
	Make func(*accel.Engine) (key any, err error)
	// Given are the bytes of the key that are in the host's memory before.
	Given uint64
	// Release gives back what Make leaves on the device beside scratch memory, unless it is nil.
	// Resident are the bytes of that, as planned.
	Release  func(key any) error
	Resident uint64
}

// PlanOfMaking compares the plan of the ways to a key with what they take. It is the same of the
// device, but for small vectors, and of the host at most a quarter less or half more, and the
// garbage that a collector leaves which runs often. The scratch memory of sums is not compared: an
// emulated device has fewer multiprocessors than the device of the plan.
func PlanOfMaking(
	t *testing.T, planned []accel.PlannedMaking, ways map[string]Way, opts ...accel.Option,
) {
	t.Helper()
	if len(planned) != len(ways) {
		t.Errorf("the plan has %+v", planned)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for _, planned := range planned {
		way, ok := ways[planned.Name]
		if !ok {
			t.Fatalf("the plan has %+v", planned)
		}
		e := hookstest.Engine(t, opts...)
		key := way.made(t, e) // what the engine keeps on the host is there then
		device, want := e.Statistics().DeviceBytes, planned.Device
		if way.Release != nil {
			way.release(t, key)
			device, want = device-e.Statistics().DeviceBytes, way.Resident
		}
		if device < want*49/50 || device > want*51/50 || planned.Device < want {
			t.Errorf("%s: %d bytes of the device, planned were %d, and %d in all", planned.Name,
				device, want, planned.Device)
		}
		host := ^uint64(0)
		most := planned.Host*3/2 + hookstest.Garbage
		for tries := 0; tries < 4 && host > most; tries++ { // garbage only adds
			grown := hookstest.HeapOf(func() { key = way.made(t, e) })
			host = min(host, way.Given+grown)
			way.release(t, key)
		}
		t.Logf("%s: %d bytes of the host, planned were %d", planned.Name, host, planned.Host)
		if host < planned.Host*3/4 || host > most {
			t.Errorf("%s: %d bytes of the host, planned were %d", planned.Name, host, planned.Host)
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

// Readings are the ways to a key from its files of both forms. read is the hook's ReadKey.
func Readings[PK hookstest.ProvingKey](
	t *testing.T, pk PK, read func(file []byte, e *accel.Engine) (any, error),
) map[string]Way {
	t.Helper()
	var compressed, raw bytes.Buffer
	if _, err := any(pk).(io.WriterTo).WriteTo(&compressed); err != nil {
		t.Fatal(err)
	}
	if _, err := pk.WriteRawTo(&raw); err != nil {
		t.Fatal(err)
	}
	ways := map[string]Way{}
	for name, file := range map[string][]byte{
		"reading, compressed": compressed.Bytes(), "reading, raw": raw.Bytes(),
	} {
		ways[name] = Way{Make: func(e *accel.Engine) (any, error) { return read(file, e) }}
	}
	return ways
}
