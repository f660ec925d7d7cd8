package worker

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/health"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	_ "github.com/gnark-accel/gnark-accel/service/internal/stdhints" // gnark's own
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"
)

// Main is the main function of a worker's program. It takes the flags of gnark-prover worker, and
// ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	flags := flag.NewFlagSet(os.Args[0], flag.ContinueOnError)
	err := Command(ctx, flags, os.Args[1:], os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Command joins a fleet as the arguments say, and works until the context is cancelled or the
// worker is drained. Log lines go to a writer.
func Command(ctx context.Context, flags *flag.FlagSet, arguments []string, log io.Writer) error {
	own := NewFlags(flags)
	where := natsflags.New(flags)
	address := flags.String("metrics", "", "host:port of metrics and health, which need no token")
	level := flags.String("log", "info", "the least level of log lines")
	if err := natsflags.FromEnvironment(flags); err != nil {
		return err
	}
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	least, err := zerolog.ParseLevel(*level)
	if err != nil {
		return err
	}
	logger := logs.New(log, least)
	options, err := own.Options()
	if err != nil {
		return err
	}
	queues, err := where.Dial()
	if err != nil {
		return err
	}
	registry := prometheus.NewRegistry()
	w := New(queues, append(options, WithLogger(logger), WithRegistry(registry))...)
	if *address != "" {
		stop, err := w.serveMetrics(*address, registry)
		if err != nil {
			return err
		}
		defer stop()
	}
	err = w.Run(ctx)
	for _, queue := range queues {
		queue.Conn.Close()
	}
	return err
}

// serveMetrics serves the metrics and the health of a worker.
func (w *Worker) serveMetrics(address string, registry *prometheus.Registry) (func(), error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	health.Register(mux, w.Ready)
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	return func() { server.Close() }, nil
}
