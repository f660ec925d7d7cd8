package worker

import (
	"runtime"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Config says how a worker works. Zeros stand for the defaults.
type Config struct {
	// Engine proves on all of its devices. Nil stands for accel.Default.
	Engine *accel.Engine
	// Slots is the number of proofs at once. While one is on a device, others are solved and
	// verified. Without it there are eight for each device, but at most one for two processors, and
	// at least four for each device. While proofs take less than a second, as many jobs more are
	// prefetched and loaded; a proof that takes longer has two slots.
	Slots int
	// Memory bounds the circuits that stay loaded, by the bytes of their files. The circuit that
	// was not used for longest is evicted first. 0 stands for half of what there is.
	Memory int64
	// Prepared is a folder that keeps circuits' programs for the next worker, once they were
	// compared with gnark's solver. See WithPreparedFolder of hooks/groth16.
	Prepared string
	// Circuits are names or digests to load at the start. The worker is ready once they are.
	Circuits []string
	// Log and Registry have the worker's log lines and metrics, if anybody wants them.
	Log      zerolog.Logger
	Registry prometheus.Registerer
	// Progress is told how far a step of the loading of a circuit is, in bytes. Calls for several
	// circuits may come at once.
	Progress func(step string, done, total int64)

	devices    []int // of a flag; empty for all
	requireGPU bool
}

func (c Config) withDefaults() Config {
	if c.Engine == nil {
		c.Engine = accel.Default()
	}
	if c.Slots == 0 {
		// Solving a witness takes up to five times as long as the device's part.
		devices := max(1, len(c.Engine.Devices())) // the CPU proves, too
		c.Slots = max(4*devices, min(8*devices, runtime.GOMAXPROCS(0)/2))
	}
	if c.Memory == 0 {
		c.Memory = memory("/proc/meminfo", "/sys/fs/cgroup/memory.max") / 2
	}
	return c
}
