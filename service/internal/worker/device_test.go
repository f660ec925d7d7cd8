package worker_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/drilltest"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

// TestDevices has one worker prove several jobs at once on two devices. The worker reports their
// loading.
func TestDevices(t *testing.T) {
	devicetest.Require(t)
	devicetest.Devices(t, 2)
	engine := devicetest.Open(t, devicetest.EveryDevice())
	e := drilltest.NewExample(t, "mimc", 1)
	var attached atomic.Bool
	clients, _, stop := start(t, servicetest.Start(t, "a"), worker.Config{
		Engine: engine,
		Progress: func(step string, done, total int64) {
			if strings.HasPrefix(step, "attaching") && done == total {
				attached.Store(true)
			}
		},
	})
	workers, err := clients[0].Workers(t.Context())
	if err != nil || len(workers[0].Devices) != 2 || workers[0].Slots < 4 {
		t.Fatalf("%+v, %v", workers, err)
	}
	digest, err := clients[0].AddCircuit(t.Context(), e.System, e.PK, e.VK)
	if err != nil {
		t.Fatal(err)
	}
	var jobs sync.WaitGroup
	for _, key := range []string{"a", "b", "c", "d", "e", "f"} {
		jobs.Go(func() {
			proof, err := clients[0].Prove(t.Context(), digest, e.Full, client.WithKey(key))
			if err == nil {
				err = e.Verify(proof.(groth16.Proof))
			}
			if err != nil {
				t.Error(key, err)
			}
		})
	}
	jobs.Wait()
	stop()
	if !attached.Load() {
		t.Error("nobody is told how far the key is loaded")
	}
	for device, s := range engine.DeviceStatistics() {
		if s.DeviceMSMs == 0 || s.Failures != 0 {
			t.Errorf("device %d: %+v", device, s)
		}
	}
}
