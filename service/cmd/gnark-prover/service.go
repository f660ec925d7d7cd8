package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/api"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"
)

// service is a whole service in one process: server, worker and HTTP.
type service struct {
	folder string // of everything that stays: JetStream's files, the key, the tenants
	// nats, api and worker lack what the other fields and the folder say.
	nats     server.Config
	api      api.Config
	worker   worker.Config
	proving  bool // without workers that join
	keep     time.Duration
	tls      *tls.Config // nil for plain connections
	log      zerolog.Logger
	registry *prometheus.Registry

	// queues are those of a NATS server elsewhere, at url. Without them one is started here.
	queues  []*jobs.Queue
	url     string          // of NATS; it may have a token
	tenants []folder.Tenant // in the order of the queues
	lock    *os.File
	server  *server.Server // nil where it runs elsewhere
	prover  *worker.Worker // nil where the service does not prove
	drain   context.CancelFunc
	working errgroup.Group // of the prover
}

// start starts a service with a key and tenants, or fails with [folder.ErrLocked].
func (s *service) start(ctx context.Context) (err error) {
	if s.proving {
		err = s.worker.OpenDevices(ctx)
	}
	if err == nil {
		s.lock, err = folder.Lock(s.folder)
	}
	if err != nil {
		s.worker.CloseDevices()
		program.Close(s.queues)
		return err
	}
	if err := s.open(ctx); err != nil {
		s.stop()
		return interrupt.Explain(ctx, err)
	}
	return nil
}

func (s *service) open(ctx context.Context) (err error) {
	if s.queues == nil {
		err = s.startNATS(ctx)
	} else {
		s.api.Room = func(int64) error { return nil } // a server elsewhere says so itself
		err = s.readTenants()
	}
	if err == nil && s.proving {
		err = s.prove(ctx)
	}
	if err != nil {
		return err
	}
	promauto.With(s.registry).NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gnark_prover_unended_jobs", Help: "Jobs that wait or run, of all tenants.",
	}, s.unended)
	return folder.Announce(s.folder, s.url, s.tenants[0].Token, s.nats.TLS)
}

// readTenants finds the tenants of the queues by their accounts' names.
func (s *service) readTenants() error {
	var names []string
	for _, queue := range s.queues {
		names = append(names, queue.Secrets.Name)
	}
	all, err := folder.ReadOrCreateTenants(s.folder, names...)
	for i := 0; err == nil && i < len(names); i++ {
		var tenant folder.Tenant
		tenant, err = folder.Named(all, names[i])
		s.tenants = append(s.tenants, tenant)
	}
	return err
}

func (s *service) startNATS(ctx context.Context) error {
	ring, err := secrets.ReadOrCreate(filepath.Join(s.folder, folder.KeyFile))
	if err != nil {
		return err
	}
	if s.tenants, err = folder.ReadOrCreateTenants(s.folder, folder.DefaultTenant); err != nil {
		return err
	}
	s.nats.Folder, s.nats.Tenants = filepath.Join(s.folder, folder.StoreFolder), s.tenants
	s.nats.Subjects, s.nats.TLS, s.nats.Log = jobs.Subjects(), s.tls, s.log
	if s.server, err = server.Start(ctx, s.nats); err != nil {
		return fmt.Errorf("starting NATS: %w", err)
	}
	s.url, s.api.Room = s.server.URL(), s.server.Room
	for _, tenant := range s.tenants {
		var queue *jobs.Queue
		conn, err := s.server.Connect(tenant)
		if err == nil {
			queue, err = jobs.Open(ctx, conn, ring, s.keep)
		}
		if err == nil {
			s.queues = append(s.queues, queue)
			err = queue.ForgetIdentifiers(ctx)
		}
		if err != nil {
			return fmt.Errorf("tenant %s: %w", tenant.Name, err)
		}
	}
	return nil
}

// unended counts the jobs that wait or run. It is no number where NATS does not answer in time.
func (s *service) unended() (sum float64) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, queue := range s.queues {
		n, err := queue.Unended(ctx)
		if err != nil {
			return math.NaN()
		}
		sum += float64(n)
	}
	return sum
}

// handler returns the HTTP API of all tenants. Once the context ends, those who wait have replies.
func (s *service) handler(ctx context.Context) (http.Handler, error) {
	s.api.Tenants, s.api.Queues, s.api.Log = s.tenants, s.queues, s.log
	s.api.Serving, s.api.Ready = ctx, s.ready
	s.api.Version = buildInfo().Main.Version + ", gnark v" + circuit.OwnVersion()
	return api.New(s.api)
}

// prove starts a worker, and waits until it has joined.
func (s *service) prove(ctx context.Context) (err error) {
	s.worker.Log, s.worker.Registry = s.log, s.registry
	s.prover = worker.New(s.queues, s.worker)
	ctx, s.drain = context.WithCancel(ctx)
	ended := make(chan struct{})
	s.working.Go(func() error {
		defer close(ended)
		return s.prover.Run(ctx)
	})
	select {
	case <-s.prover.Joined:
		return nil
	case <-ended:
		return s.working.Wait()
	}
}

// ready says why the worker is not ready, or why jobs cannot be stored. Otherwise it returns nil.
func (s *service) ready() error {
	if s.prover != nil {
		if err := s.prover.Ready(); err != nil {
			return err
		}
	}
	for _, queue := range s.queues {
		if !queue.Conn.IsConnected() {
			return errors.New("NATS is not connected")
		}
	}
	return s.api.Room(0)
}

// stop drains the worker, and then stops the server. The error is the worker's, or the lock's.
func (s *service) stop() (err error) {
	if s.drain != nil {
		s.drain()
		err = s.working.Wait()
	}
	s.worker.CloseDevices()
	program.Close(s.queues)
	if s.server != nil {
		s.server.Stop()
	}
	return errors.Join(err, s.lock.Close())
}
