package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

type serveFlags struct {
	service
	http, metrics               string
	certificate, certificateKey string
	level                       zerolog.Level
	example                     bool
	elsewhere                   *program.Flags
	replicas                    int
}

func newServeFlags(c *call) *serveFlags {
	f := &serveFlags{service: service{registry: prometheus.NewRegistry()}}
	// A client's variables may be there, for the commands.
	f.elsewhere, c.lineOnly = program.NewFlagsElsewhere(c.flags), []string{"nats", "creds"}
	f.worker.AddFlags(c.flags)
	c.flags.StringVar(&f.folder, "folder", folder.Default(), "where everything that stays is kept")
	c.flags.StringVar(&f.nats.Address, "listen", "127.0.0.1:4222",
		"host:port of NATS, for clients and workers; with -nats nothing listens")
	c.flags.Int64Var(&f.nats.Store, "store", 0, "bytes that all tenants may store, each its "+
		"share; 0 for three quarters of what the disk has for them")
	c.flags.StringVar(&f.http, "http", "127.0.0.1:8080", "host:port of the HTTP API and the page")
	c.flags.StringVar(&f.metrics, "metrics", "127.0.0.1:9464",
		"host:port of the metrics of all tenants, which need no token; empty for none")
	c.flags.StringVar(&f.certificate, "tls-cert", "", "file with certificates, for NATS and HTTP")
	c.flags.StringVar(&f.certificateKey, "tls-key", "", "file with the certificate's key")
	c.flags.DurationVar(&f.nats.SyncEvery, "sync-every", 0,
		"time between two calls of fsync; 0 syncs before each acknowledgement")
	c.flags.IntVar(&f.replicas, "replicas", 0,
		"servers of a cluster that keep each stream of -nats; 0 leaves that as it is")
	c.flags.DurationVar(&f.keep, "keep", jobs.DefaultKeep,
		"how long results stay; set at the first start")
	c.flags.BoolVar(&f.proving, "prove", true, "prove in this process; false leaves it to workers")
	c.flags.BoolVar(&f.example, "example", false, "add an example circuit, with a witness to prove")
	c.flags.Int64Var(&f.api.WitnessLimit, "witness-limit", 256<<20,
		"bytes of the longest witness that HTTP takes")
	c.flags.Int64Var(&f.api.CircuitLimit, "circuit-limit", 16<<30,
		"bytes of the longest circuit that HTTP takes, with its keys")
	c.flags.TextVar(&f.level, "log", zerolog.InfoLevel, "the lowest level of log lines")
	return f
}

func runServe(ctx context.Context, c *call) error {
	f := newServeFlags(c)
	if err := c.parse(); err != nil {
		return err
	}
	var err error
	if f.tls, err = certificates(f.certificate, f.certificateKey); err != nil {
		return err
	}
	shown := program.NewBars(c.errOut)
	f.log, f.worker.Progress = program.Log(shown, f.level), shown.Show
	f.url = f.elsewhere.URLs
	if f.url == "" && f.replicas > 0 {
		return errors.New("-replicas is for a cluster: give its -nats")
	}
	if f.url != "" {
		if f.queues, err = f.dial(ctx); err != nil {
			return err
		}
	}
	if err := f.start(ctx); err != nil {
		return err
	}
	err = f.serve(ctx, c)
	f.log.Info().Msg("service stops")
	return errors.Join(err, f.stop())
}

// dial connects to the NATS of a flag. Connections know streams as they were before -replicas.
func (f *serveFlags) dial(ctx context.Context) ([]*jobs.Queue, error) {
	f.elsewhere.Tell = func(line string) { f.log.Warn().Msg(line) }
	f.elsewhere.Keep = f.keep
	f.elsewhere.In(f.folder)
	queues, err := f.elsewhere.Dial(ctx)
	if err != nil || f.replicas == 0 {
		return queues, err
	}
	for _, queue := range queues {
		if err == nil {
			err = queue.Replicate(ctx, f.replicas)
		}
	}
	program.Close(queues)
	if err != nil {
		return nil, fmt.Errorf("-replicas %d: %w", f.replicas, err)
	}
	return f.elsewhere.Dial(ctx)
}

func (f *serveFlags) serve(ctx context.Context, c *call) error {
	handler, err := f.handler(ctx)
	if err != nil {
		return err
	}
	address, stop, err := program.Serve(f.http, handler, f.tls, f.log)
	if err != nil {
		return err
	}
	defer stop()
	unmeasured, err := program.ServeMetrics(f.metrics, f.registry, f.ready, f.log)
	if err != nil {
		return err
	}
	defer unmeasured()
	url := "http://" + address
	if f.tls != nil {
		url = "https://" + address
	}
	fmt.Fprintf(c.out, "NATS  %s\nHTTP  %s\n", program.Redacted(f.url), url)
	fmt.Fprintf(c.out, "key   %s\ntoken %s\n", filepath.Join(f.folder, folder.KeyFile),
		filepath.Join(f.folder, folder.TokenFile))
	fmt.Fprintf(c.out, "page  %s/#token=%s\n", url, f.tenants[0].Token)
	if f.example {
		prover := (*client.Client)(f.queues[0].Handle())
		if err := offerExample(ctx, c, prover, f.folder, url); err != nil {
			return fmt.Errorf("no example: %w", err)
		}
	}
	<-ctx.Done()
	return nil
}

// certificates reads a certificate with its key. It returns nil if neither is given.
func certificates(certificate, key string) (*tls.Config, error) {
	if certificate == "" && key == "" {
		return nil, nil
	}
	if certificate == "" || key == "" {
		return nil, errors.New("give -tls-cert and -tls-key together")
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, err
}

func runWorker(ctx context.Context, c *call) error {
	w := worker.NewCommand(c.flags)
	if err := c.parse(); err != nil {
		return err
	}
	return w.Run(ctx, c.errOut)
}
