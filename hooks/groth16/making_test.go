package groth16_test

import (
	"bytes"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// TestPlanOfMaking compares the plan of a setup and of reading with what they take. It is the same
// of the device, but for small vectors, and of the host at most a quarter less or half more, by a
// collector that leaves little.
func TestPlanOfMaking(t *testing.T) {
	if testing.Short() {
		t.Skip("a larger circuit")
	}
	devicetest.Emulator(t)
	ccs := (&multiplied{n: 5 << 10}).compile(t)
	p, err := accelerated.Plan(ccs, accel.WithMemoryLimit(512<<20), accel.WithMinSize(1))
	if err != nil {
		t.Fatal(err)
	}
	pk, _, err := groth16.Setup(ccs)
	if err != nil {
		t.Fatal(err)
	}
	var compressed, raw bytes.Buffer
	if _, err := pk.WriteTo(&compressed); err != nil {
		t.Fatal(err)
	}
	if _, err := pk.WriteRawTo(&raw); err != nil {
		t.Fatal(err)
	}
	pk = nil
	read := func(file []byte) func(e *accel.Engine) (any, error) {
		return func(e *accel.Engine) (any, error) {
			key := groth16.NewProvingKey(ecc.BN254)
			_, err := accelerated.ReadKey(bytes.NewReader(file), key, accelerated.WithEngine(e))
			return key, err
		}
	}
	ways := map[string]func(e *accel.Engine) (any, error){
		"setup": func(e *accel.Engine) (any, error) {
			key, _, err := accelerated.Setup(ccs, accelerated.WithEngine(e))
			return key, err
		},
		"reading, compressed": read(compressed.Bytes()), "reading, raw": read(raw.Bytes()),
	}
	if len(p.Making) != len(ways) {
		t.Errorf("the plan has %+v", p.Making)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	for _, planned := range p.Making {
		e := hookstest.Engine(t, accel.WithMemoryLimit(512<<20))
		make := ways[planned.Name]
		if make == nil {
			t.Fatalf("the plan has %+v", planned)
		}
		if _, err := make(e); err != nil { // what the engine keeps on the host is there then
			t.Fatal(err)
		}
		device := e.Statistics().DeviceBytes
		if device < planned.Device*49/50 || device > planned.Device*51/50 {
			t.Errorf("%s: %d bytes of the device, planned were %d", planned.Name, device,
				planned.Device)
		}
		host := heapOf(func() {
			if key, err := make(e); err != nil {
				t.Error(err)
			} else {
				runtime.KeepAlive(key)
			}
		})
		t.Logf("%s: %d bytes of the host, planned were %d", planned.Name, host, planned.Host)
		if host < planned.Host*3/4 || host > planned.Host*3/2 {
			t.Errorf("%s: %d bytes of the host, planned were %d", planned.Name, host, planned.Host)
		}
	}
}

// heapOf returns by how many bytes Go's heap grows while f runs, at most.
func heapOf(f func()) (most uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before := heap()
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			most = max(most, heap())
			select {
			case <-done:
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	f()
	close(done)
	<-ended
	return most - min(most, before)
}
