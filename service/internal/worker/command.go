package worker

import (
	"context"
	"flag"
	"io"

	"github.com/gnark-accel/gnark-accel/examples/circuits/bars"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Command is a worker that flags describe.
type Command struct {
	*Flags
	nats    *natsflags.Flags
	metrics string // host:port
	log     zerolog.Level
}

// NewCommand adds the flags of a worker to a set.
func NewCommand(flags *flag.FlagSet) *Command {
	c := &Command{Flags: NewFlags(flags), nats: natsflags.New(flags)}
	flags.StringVar(&c.metrics, "metrics", "",
		"host:port of metrics and health, which need no token")
	flags.TextVar(&c.log, "log", zerolog.InfoLevel, "the least level of log lines")
	return c
}

// Run joins a fleet as the flags say, once they are parsed. It works until the context is cancelled
// or the worker is drained. Log lines go to a writer, and bars where it is a terminal.
func (c *Command) Run(ctx context.Context, log io.Writer) error {
	config, err := c.Config()
	if err != nil {
		return err
	}
	queues, err := c.nats.Dial()
	if err != nil {
		return err
	}
	defer natsflags.Close(queues)
	shown, registry := bars.New(log), prometheus.NewRegistry()
	config.Log, config.Registry, config.Progress = logs.New(shown, c.log), registry, shown.Show
	w := New(queues, config)
	stop, err := httpserver.StartMetrics(c.metrics, registry, w.Ready)
	if err != nil {
		return err
	}
	defer stop()
	return w.Run(ctx)
}
