package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/bars"
	"github.com/gnark-accel/gnark-accel/service/internal/api"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/health"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
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
		"serve -example",
		"serve -folder /var/lib/gnark-prover -listen 10.0.0.1:4222 -circuits transfer",
	},
	run: runServe,
}

// serveFlags are the flags of serve.
type serveFlags struct {
	folder, listen, http, metrics string
	store                         int64
	certificate, certificateKey   string
	syncEvery, keep               time.Duration
	prove, example                bool
	log                           string
	bodies                        serve.BodyLimits
	worker                        *worker.Flags
}

func newServeFlags(c *call) *serveFlags {
	f := &serveFlags{worker: worker.NewFlags(c.flags)}
	c.flags.StringVar(&f.folder, "folder", folder.Default(), "where everything that stays is kept")
	c.flags.StringVar(&f.listen, "listen", "127.0.0.1:4222",
		"host:port of NATS, for clients and workers")
	c.flags.Int64Var(&f.store, "store", 0, "bytes that all tenants may store, each its share; "+
		"0 for three quarters of what the disk has for them")
	c.flags.StringVar(&f.http, "http", "127.0.0.1:8080", "host:port of the HTTP API and the page")
	c.flags.StringVar(&f.metrics, "metrics", "127.0.0.1:9464",
		"host:port of the metrics of all tenants, which need no token; empty for none")
	c.flags.StringVar(&f.certificate, "tls-cert", "", "file with certificates, for NATS and HTTP")
	c.flags.StringVar(&f.certificateKey, "tls-key", "", "file with the certificate's key")
	c.flags.DurationVar(&f.syncEvery, "sync-every", 0,
		"time between two calls of fsync; 0 syncs before each acknowledgement")
	c.flags.DurationVar(&f.keep, "keep", store.DefaultLimits.Keep,
		"how long results stay; set at the first start")
	c.flags.BoolVar(&f.prove, "prove", true, "prove in this process; false leaves it to workers")
	c.flags.BoolVar(&f.example, "example", false, "add an example circuit, with a witness to prove")
	c.flags.Int64Var(&f.bodies.Witness, "witness-limit", api.DefaultWitnessLimit,
		"bytes of the longest witness that HTTP takes")
	c.flags.Int64Var(&f.bodies.Circuit, "circuit-limit", api.DefaultCircuitLimit,
		"bytes of the longest circuit that HTTP takes, with its keys")
	c.flags.StringVar(&f.log, "log", "info", "the least level of log lines")
	return f
}

func runServe(ctx context.Context, c *call) error {
	f := newServeFlags(c)
	if _, err := c.parse(); err != nil {
		return err
	}
	level, err := zerolog.ParseLevel(f.log)
	if err != nil {
		return err
	}
	secured, err := certificates(f.certificate, f.certificateKey)
	if err != nil {
		return err
	}
	shown := bars.New(c.errOut)
	log := logs.New(shown, level)
	registry := prometheus.NewRegistry()
	service, err := f.start(ctx, secured, log, registry, worker.WithProgress(shown.Show))
	if err != nil {
		return err
	}
	err = f.serve(ctx, c, service, secured, log, registry)
	log.Info().Msg("service stops")
	return errors.Join(err, service.Stop())
}

// start starts NATS and the worker.
func (f *serveFlags) start(
	ctx context.Context, secured *tls.Config, log zerolog.Logger, registry *prometheus.Registry,
	options ...worker.Option,
) (*serve.Service, error) {
	c := serve.Config{
		Folder: f.folder, NATS: f.listen, Store: f.store, SyncEvery: f.syncEvery, TLS: secured,
		Limits: store.Limits{Keep: f.keep, Replicas: 1},
		Prove:  f.prove, Log: log, Registry: registry, Bodies: f.bodies,
	}
	if f.prove {
		flags, err := f.worker.Options()
		if err != nil {
			return nil, err
		}
		c.Worker = append(flags, options...)
	}
	return serve.Start(ctx, c)
}

// serve serves HTTP until the context is cancelled, and says where.
func (f *serveFlags) serve(
	ctx context.Context, c *call, service *serve.Service, secured *tls.Config, log zerolog.Logger,
	registry *prometheus.Registry,
) error {
	handler, err := service.Handler(ctx, log)
	if err != nil {
		return err
	}
	api, err := httpserver.Start(f.http, handler, secured)
	if err != nil {
		return err
	}
	defer api.Stop()
	if f.metrics != "" {
		metrics, err := httpserver.Start(f.metrics, health.Handler(registry, service.Ready), nil)
		if err != nil {
			return err
		}
		defer metrics.Stop()
	}
	url := "http://" + api.Address()
	if secured != nil {
		url = "https://" + api.Address()
	}
	fmt.Fprintf(c.out, "NATS  %s\nHTTP  %s\n", service.Server.URL(), url)
	fmt.Fprintf(c.out, "key   %s\ntoken %s\n", filepath.Join(f.folder, folder.KeyFile),
		filepath.Join(f.folder, folder.TokenFile))
	fmt.Fprintf(c.out, "page  %s/#token=%s\n", url, service.Server.Tenants()[0].Token)
	if f.example {
		if err := offerExample(ctx, c, service.Queues[0], f.folder, url); err != nil {
			return fmt.Errorf("no example: %w", err)
		}
	}
	<-ctx.Done()
	return nil
}
