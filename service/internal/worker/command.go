package worker

import (
	"context"
	"flag"
	"io"

	"github.com/gnark-accel/gnark-accel/service/internal/console"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Command is a worker that flags describe.
type Command struct {
	Config
	nats    *natsflags.Flags
	metrics string // host:port
	level   zerolog.Level
}

// NewCommand adds the flags of a worker to a set.
func NewCommand(flags *flag.FlagSet) *Command {
	c := &Command{nats: natsflags.New(flags)}
	c.AddFlags(flags)
	flags.StringVar(&c.metrics, "metrics", "",
		"host:port of metrics and health, which need no token")
	flags.TextVar(&c.level, "log", zerolog.InfoLevel, "the lowest level of log lines")
	return c
}

// Run joins a fleet as the flags say, once they are parsed. It works until the context is cancelled
// or the worker is drained. Log lines go to a writer, and bars where it is a terminal.
func (c *Command) Run(ctx context.Context, log io.Writer) error {
	if err := c.OpenDevices(ctx); err != nil {
		return err
	}
	shown, registry := console.New(log), prometheus.NewRegistry()
	c.Log, c.Registry, c.Progress = console.Log(shown, c.level), registry, shown.Show
	c.nats.Tell = func(line string) { c.Log.Warn().Msg(line) }
	queues, err := c.nats.Dial(ctx)
	if err != nil {
		return err
	}
	defer natsflags.Close(queues)
	w, err := Open(ctx, queues, c.Config)
	if err != nil {
		return err
	}
	stop, err := httpserver.StartMetrics(c.metrics, registry, w.Ready)
	if err != nil {
		return err
	}
	defer stop()
	return w.Run(ctx)
}
