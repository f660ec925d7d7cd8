package worker

import (
	"context"
	"flag"
	"io"

	"github.com/gnark-accel/gnark-accel/examples/circuits/bars"
	"github.com/gnark-accel/gnark-accel/service/internal/health"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Command is a worker that flags describe.
type Command struct {
	worker  *Flags
	nats    *natsflags.Flags
	metrics string // host:port
	log     string // a level
}

// NewCommand adds the flags of a worker to a set.
func NewCommand(flags *flag.FlagSet) *Command {
	c := &Command{worker: NewFlags(flags), nats: natsflags.New(flags)}
	flags.StringVar(&c.metrics, "metrics", "",
		"host:port of metrics and health, which need no token")
	flags.StringVar(&c.log, "log", "info", "the least level of log lines")
	return c
}

// Run joins a fleet as the flags say, once they are parsed. It works until the context is cancelled
// or the worker is drained. Log lines go to a writer, and bars where it is a terminal.
func (c *Command) Run(ctx context.Context, log io.Writer) error {
	level, err := zerolog.ParseLevel(c.log)
	if err != nil {
		return err
	}
	shown := bars.New(log)
	config, err := c.worker.Config()
	if err != nil {
		return err
	}
	queues, err := c.nats.Dial()
	if err != nil {
		return err
	}
	defer natsflags.Close(queues)
	registry := prometheus.NewRegistry()
	config.Log, config.Registry, config.Progress = logs.New(shown, level), registry, shown.Show
	w := New(queues, config)
	if c.metrics != "" {
		_, stop, err := httpserver.Start(c.metrics, health.Handler(registry, w.Ready), nil)
		if err != nil {
			return err
		}
		defer stop()
	}
	return w.Run(ctx)
}
