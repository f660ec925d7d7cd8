package worker

import (
	"runtime"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// config is what a worker works with.
type config struct {
	engine   *accel.Engine
	atOnce   int      // proofs at once; 0 for defaultAtOnce
	memory   int64    // bytes of circuits' files in memory
	prepared string   // folder, or none
	circuits []string // names or digests to load ahead of their first jobs
	log      zerolog.Logger
	registry prometheus.Registerer
	progress func(step string, done, total int64)
	queues   []*jobs.Queue // one for each tenant
}

// Option is a setting of [New].
type Option func(*config)

// WithEngine has the worker prove on an engine, which uses all of its devices. Without it that is
// accel.Default.
func WithEngine(engine *accel.Engine) Option { return func(c *config) { c.engine = engine } }

// WithSlots sets the number of proofs at once. While one is on a device, others are solved and
// verified. Without it there are eight for each device, but at most one for two processors, and at
// least four for each device. While proofs take less than a second, as many jobs more are taken and
// loaded ahead; one that takes longer has two slots.
func WithSlots(n int) Option { return func(c *config) { c.atOnce = n } }

// WithMemory bounds the circuits that stay loaded, by the bytes of their files. Those that were not
// used for longest leave first.
func WithMemory(bytes int64) Option { return func(c *config) { c.memory = bytes } }

// WithPreparedFolder names a folder that keeps circuits' programs for the next worker, once they
// were compared with gnark's solver. See WithPreparedFolder of hooks/groth16.
func WithPreparedFolder(path string) Option { return func(c *config) { c.prepared = path } }

// WithCircuits names circuits that the worker loads when it starts. It is ready once they are.
func WithCircuits(names ...string) Option { return func(c *config) { c.circuits = names } }

// WithLogger sets the logger.
func WithLogger(log zerolog.Logger) Option { return func(c *config) { c.log = log } }

// WithProgress has a function told how far a step of the loading of a circuit is, in bytes. Calls
// for several circuits may come at once.
func WithProgress(tell func(step string, done, total int64)) Option {
	return func(c *config) { c.progress = tell }
}

// WithRegistry registers the worker's metrics.
func WithRegistry(r prometheus.Registerer) Option { return func(c *config) { c.registry = r } }

// DefaultMemory is how many bytes of circuits a worker keeps, unless it is told otherwise.
const DefaultMemory = 16 << 30

// defaultAtOnce is the number of proofs at once, unless the worker is told otherwise. Solving a
// witness takes up to five times as long as the device's part.
func defaultAtOnce(devices int) int {
	devices = max(1, devices) // the CPU proves, too
	return max(4*devices, min(8*devices, runtime.GOMAXPROCS(0)/2))
}
