// Package serve runs a whole service in one process: server, workers and HTTP.
package serve

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
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"
)

// Config has the addresses of a service, the folder of its data and its limits.
type Config struct {
	Folder string // of everything that stays: JetStream's files, the key, the tenants
	// NATS and API lack what the fields here and the folder say.
	NATS server.Config
	API  api.Config
	// Queues are those of a NATS server elsewhere, at URL. Without them one runs here.
	Queues   []*jobs.Queue
	URL      string
	Keep     time.Duration // of results; see store.DefaultKeep
	TLS      *tls.Config   // nil for plain connections
	Proving  bool          // without workers that join
	Worker   worker.Config
	Log      zerolog.Logger
	Registry prometheus.Registerer // of metrics, if anybody wants them
}

// Service is a running service.
type Service struct {
	Server  *server.Server // nil where it runs elsewhere
	URL     string         // of NATS; it may have a token
	Tenants []folder.Tenant
	Queues  []*jobs.Queue // in the order of the tenants

	lock    *os.File
	config  Config
	worker  *worker.Worker // nil where the service does not prove
	stop    context.CancelFunc
	working errgroup.Group // of the worker
}

// Start starts a service. At the first start it makes its key and its tenants' file. It returns
// [folder.ErrLocked] where a process serves the folder.
func Start(ctx context.Context, c Config) (*Service, error) {
	lock, err := folder.Lock(c.Folder)
	if err != nil {
		natsflags.Close(c.Queues)
		return nil, err
	}
	s := &Service{lock: lock, config: c, Queues: c.Queues, URL: c.URL}
	if err := s.start(ctx); err != nil {
		s.Stop()
		return nil, interrupt.Explain(ctx, err)
	}
	return s, nil
}

func (s *Service) start(ctx context.Context) (err error) {
	c := s.config
	if c.Queues != nil {
		err = s.readTenants()
	} else {
		err = s.serve(ctx)
	}
	if err != nil {
		return err
	}
	promauto.With(c.Registry).NewGaugeFunc(prometheus.GaugeOpts{
		Name: "gnark_prover_unended_jobs", Help: "Jobs that wait or run, of all tenants.",
	}, s.unended)
	if c.Proving {
		if err := s.prove(ctx); err != nil {
			return err
		}
	}
	if s.Server == nil {
		c.TLS = nil // which is for HTTP
	}
	return folder.Announce(c.Folder, s.URL, s.Tenants[0].Token, c.TLS)
}

// readTenants finds the tenants of the queues by their accounts' names.
func (s *Service) readTenants() error {
	var names []string
	for _, queue := range s.Queues {
		names = append(names, queue.Account())
	}
	path := filepath.Join(s.config.Folder, folder.TenantsFile)
	all, err := folder.ReadOrCreateTenants(path, names...)
	for _, name := range names {
		var tenant folder.Tenant
		if err == nil {
			tenant, err = folder.Named(all, name)
		}
		s.Tenants = append(s.Tenants, tenant)
	}
	return err
}

// serve starts a server of NATS, and opens the queues of its tenants.
func (s *Service) serve(ctx context.Context) error {
	c := s.config
	ring, err := secrets.ReadOrCreate(filepath.Join(c.Folder, folder.KeyFile))
	if err != nil {
		return err
	}
	s.Tenants, err = folder.ReadOrCreateTenants(filepath.Join(c.Folder, folder.TenantsFile),
		folder.DefaultTenant)
	if err != nil {
		return err
	}
	c.NATS.Folder, c.NATS.TLS = filepath.Join(c.Folder, folder.StoreFolder), c.TLS
	c.NATS.Tenants, c.NATS.Subjects, c.NATS.Log = s.Tenants, jobs.Subjects(), c.Log
	if s.Server, err = server.Start(ctx, c.NATS); err != nil {
		return fmt.Errorf("starting NATS: %w", err)
	}
	s.URL = s.Server.URL()
	for _, tenant := range s.Tenants {
		var queue *jobs.Queue
		conn, err := s.Server.Connect(tenant)
		if err == nil {
			queue, err = jobs.Open(ctx, conn, ring, c.Keep)
		}
		if err == nil {
			s.Queues = append(s.Queues, queue)
			err = queue.ForgetIdentifiers(ctx)
		}
		if err != nil {
			return fmt.Errorf("tenant %s: %w", tenant.Name, err)
		}
	}
	return nil
}

// countTime is how long NATS may take to count jobs.
const countTime = 2 * time.Second

// unended counts the jobs that wait or run. It is no number where NATS does not answer.
func (s *Service) unended() (sum float64) {
	ctx, cancel := context.WithTimeout(context.Background(), countTime)
	defer cancel()
	for _, queue := range s.Queues {
		n, err := queue.Unended(ctx)
		if err != nil {
			return math.NaN()
		}
		sum += float64(n)
	}
	return sum
}

// Handler returns the handler of the HTTP API for all tenants. When the context is cancelled, those
// who wait for jobs have their replies.
func (s *Service) Handler(ctx context.Context) (http.Handler, error) {
	c := s.config.API
	c.Tenants, c.Queues, c.Serving, c.Log = s.Tenants, s.Queues, ctx, s.config.Log
	c.Room, c.Ready = s.room, s.Ready
	return api.New(c)
}

// prove starts a worker, and waits until it has joined.
func (s *Service) prove(ctx context.Context) error {
	config := s.config.Worker
	config.Log, config.Registry = s.config.Log, s.config.Registry
	made, err := worker.Open(ctx, s.Queues, config)
	if err != nil {
		return err
	}
	s.worker = made
	ctx, s.stop = context.WithCancel(ctx)
	ended := make(chan struct{})
	s.working.Go(func() error {
		defer close(ended)
		return s.worker.Run(ctx)
	})
	select {
	case <-s.worker.Joined():
		return nil
	case <-ended:
		return s.working.Wait()
	}
}

// Ready says why the worker is not ready, or why jobs cannot be stored. Otherwise it returns nil.
func (s *Service) Ready() error {
	if s.worker != nil {
		if err := s.worker.Ready(); err != nil {
			return err
		}
	}
	for _, queue := range s.Queues {
		if !queue.Conn.IsConnected() {
			return errors.New("NATS is not connected")
		}
	}
	return s.room(0)
}

// room returns an error unless a number of bytes can be stored. A server elsewhere says so itself.
func (s *Service) room(bytes int64) error {
	if s.Server == nil {
		return nil
	}
	return s.Server.Room(bytes)
}

// Stop drains the worker, and then stops the server. The error is the worker's, or the lock's.
func (s *Service) Stop() (err error) {
	if s.worker != nil {
		s.stop()
		err = s.working.Wait()
	}
	natsflags.Close(s.Queues)
	if s.Server != nil {
		s.Server.Stop()
	}
	return errors.Join(err, s.lock.Close())
}
