package worker

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/container"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Config says how a worker works. Zeros stand for the defaults.
type Config struct {
	// Engine proves on all of its devices. Nil stands for accel.Default.
	Engine *accel.Engine
	// Slots is the number of proofs at once. While proofs take less than a second, as many jobs
	// more are prefetched and loaded; a proof that takes longer has two slots.
	Slots int
	// Memory bounds the files of circuits that stay loaded, in bytes. 0 is half of what there is.
	Memory int64
	// Prepared is a folder that keeps circuits' programs: see WithPreparedFolder of hooks/groth16.
	Prepared string
	// Circuits are names or digests to load at the start. The worker is ready once they are.
	Circuits []string
	// Log and Registry have the worker's log lines and metrics, if anybody wants them.
	Log      zerolog.Logger
	Registry prometheus.Registerer
	// Progress is told how far the loading of circuits is, in bytes, maybe of several at once.
	Progress func(step string, done, total int64)

	devices    []int // of a flag; empty for all
	requireGPU bool
	opened     *accel.Engine // by OpenDevices, unless that took accel.Default
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
		limit, _ := container.Memory()
		c.Memory = memory("/proc/meminfo", limit) / 2
	}
	return c
}

// memory is how many bytes the machine has, or the limit. Linux says so; elsewhere it guesses.
func memory(machine string, limit uint64) int64 {
	total := uint64(32 << 20) // KiB
	text, _ := os.ReadFile(machine)
	fmt.Sscanf(string(text), "MemTotal: %d kB", &total)
	return int64(min(total<<10, limit))
}

// AddFlags adds the flags of a worker to the set of any program.
func (c *Config) AddFlags(set *flag.FlagSet) {
	set.IntVar(&c.Slots, "slots", 0,
		"proofs at once; while one is on a device others are solved; 0 for as many as help")
	set.Int64Var(&c.Memory, "memory", 0, "bytes of circuits' files that stay loaded; 0 for half "+
		"the memory of the machine, or of its container")
	set.BoolVar(&c.requireGPU, "require-gpu", false, "end at once unless there is a device")
	set.StringVar(&c.Prepared, "prepared", "",
		"folder that keeps translated circuits for the next worker; empty for none")
	set.Func("circuits", "names or digests, with commas, of circuits to load before the worker "+
		"is ready", func(list string) error {
		c.Circuits = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		return nil
	})
	set.Func("devices", "indices, with commas, of the devices to use; empty for all of them, or "+
		"the CPU", func(list string) error {
		return json.Unmarshal([]byte("["+list+"]"), &c.devices)
	})
}

// OpenDevices checks the flags, and opens the devices that they name, of which none may be missing.
// The caller calls CloseDevices.
func (c *Config) OpenDevices(ctx context.Context) (err error) {
	if c.Slots < 0 || c.Memory < 0 {
		return errors.New("-slots and -memory must not be negative")
	}
	c.Engine, err = interrupt.Await(ctx, func() (*accel.Engine, error) {
		if len(c.devices) == 0 && !c.requireGPU {
			return accel.Default(), nil
		}
		engine, err := accel.Open(accel.WithDevices(c.devices...))
		if err == nil && engine.Unavailable() != nil {
			err = errors.Join(engine.Unavailable(), engine.Close())
		}
		if err != nil {
			err = fmt.Errorf("-devices %v -require-gpu=%t: %w", c.devices, c.requireGPU, err)
		}
		return engine, err
	})
	if err == nil && c.Engine != accel.Default() {
		c.opened = c.Engine
	}
	return err
}

// CloseDevices closes the devices that OpenDevices has opened. A circuit that is being loaded may
// hold it up, for as long as a worker that stops.
func (c *Config) CloseDevices() {
	if c.opened != nil {
		interrupt.Within(loadTime, func() { c.opened.Close() })
	}
}

// Command is a worker that flags describe.
type Command struct {
	Config
	nats    *program.Flags
	metrics string // host:port
	level   zerolog.Level
}

// NewCommand adds the flags of a worker to a set.
func NewCommand(flags *flag.FlagSet) *Command {
	c := &Command{nats: program.NewFlags(flags)}
	c.AddFlags(flags)
	flags.StringVar(&c.metrics, "metrics", "",
		"host:port of metrics and health, which need no token")
	flags.TextVar(&c.level, "log", zerolog.InfoLevel, "the lowest level of log lines")
	return c
}

// Run joins a fleet as the flags say, until the context is cancelled or the worker is drained.
func (c *Command) Run(ctx context.Context, log io.Writer) error {
	if err := c.OpenDevices(ctx); err != nil {
		return err
	}
	defer c.CloseDevices()
	shown, registry := program.NewBars(log), prometheus.NewRegistry()
	c.Log, c.Registry, c.Progress = program.Log(shown, c.level), registry, shown.Show
	c.nats.Tell = func(line string) { c.Log.Warn().Msg(line) }
	queues, err := c.nats.Dial(ctx)
	if err != nil {
		return err
	}
	defer program.Close(queues)
	w := New(queues, c.Config)
	stop, err := program.ServeMetrics(c.metrics, registry, w.Ready, c.Log)
	if err != nil {
		return err
	}
	defer stop()
	return w.Run(ctx)
}
