package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/gnark-accel/gnark-accel/service/internal/serve"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/gnark-accel/gnark-accel/service/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

var serveCommand = command{
	name: "serve",
	does: "serve runs a NATS server, an HTTP API and a worker on this machine.",
	examples: []string{
		"serve",
		"serve -folder /var/lib/gnark-prover -nats 10.0.0.1:4222 -circuits transfer",
	},
	run: runServe,
}

func runServe(ctx context.Context, c *call) error {
	folder := c.flags.String("folder", defaultFolder(), "where everything that stays is kept")
	nats := c.flags.String("nats", "127.0.0.1:4222", "host:port for clients and workers of NATS")
	syncEvery := c.flags.Duration("sync-every", 0,
		"time between two calls of fsync; 0 syncs before each acknowledgement")
	keep := c.flags.Duration("keep", store.DefaultLimits.Keep, "how long results are kept")
	level := c.flags.String("log", "info", "the least level of log lines")
	if err := fromEnvironment(c.flags); err != nil {
		return err
	}
	if _, err := c.parse(); err != nil {
		return err
	}
	least, err := zerolog.ParseLevel(*level)
	if err != nil {
		return err
	}
	log := logs.New(c.errOut, least)
	service, err := serve.Start(ctx, serve.Config{
		Folder: *folder, NATS: *nats, SyncEvery: *syncEvery,
		Limits:  store.Limits{Keep: *keep, Replicas: 1},
		Workers: 1, Log: log, Registry: prometheus.NewRegistry(),
		Worker: []worker.Option{},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "NATS at %s\n", service.Server.URL())
	<-ctx.Done()
	begin := time.Now()
	err = service.Stop()
	log.Info().Dur("took", time.Since(begin)).Msg("service stopped")
	return err
}

// defaultFolder is below the user's own data.
func defaultFolder() string {
	if data := os.Getenv("XDG_DATA_HOME"); data != "" {
		return filepath.Join(data, "gnark-prover")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "gnark-prover")
	}
	return "gnark-prover-data"
}
