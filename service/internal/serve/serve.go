// Package serve runs a whole service in one process: server, workers and HTTP.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/gnark-accel/gnark-accel/service/worker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// Config says what a service listens on, and where it keeps its data.
type Config struct {
	Folder    string        // of everything that stays: JetStream's files, the key, the tenants
	NATS      string        // host:port for clients and workers of NATS; port 0 takes a free one
	SyncEvery time.Duration // see server.Config
	Limits    store.Limits
	TLS       *tls.Config // nil for plain connections
	Worker    []worker.Option
	Workers   int // 0 to serve without proving
	Log       zerolog.Logger
	Registry  *prometheus.Registry
}

// The files in the folder. TokenFile has the first tenant's token alone, for curl.
const (
	KeyFile     = "service.key"
	TenantsFile = "tenants.json"
	TokenFile   = "token"
)

// Service is a running service.
type Service struct {
	Server *server.Server
	Ring   *secrets.Ring
	Queues []*jobs.Queue // in the order of the tenants

	workers []*worker.Worker
	stop    context.CancelFunc
	running sync.WaitGroup
}

// Start starts a service. At the first start it makes its key and its tenants' file.
func Start(ctx context.Context, c Config) (*Service, error) {
	ring, err := secrets.ReadOrCreate(filepath.Join(c.Folder, KeyFile))
	if err != nil {
		return nil, err
	}
	tenants, err := server.ReadOrCreateTenants(filepath.Join(c.Folder, TenantsFile))
	if err != nil {
		return nil, err
	}
	if err := writeToken(filepath.Join(c.Folder, TokenFile), tenants[0].Token); err != nil {
		return nil, err
	}
	nats, err := server.Start(server.Config{
		Address: c.NATS, Folder: filepath.Join(c.Folder, "jetstream"), Tenants: tenants,
		SyncEvery: c.SyncEvery, TLS: c.TLS, Logger: natsLogger{c.Log},
	})
	if err != nil {
		return nil, fmt.Errorf("starting NATS: %w", err)
	}
	s := &Service{Server: nats, Ring: ring}
	if err := s.begin(ctx, c); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// writeToken replaces the file with a token.
func writeToken(path, token string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return secrets.WritePrivate(path, []byte(token))
}

// begin opens the tenants' jobs and starts the workers.
func (s *Service) begin(ctx context.Context, c Config) error {
	for _, tenant := range s.Server.Tenants() {
		conn, err := s.Server.Connect(tenant)
		if err != nil {
			return err
		}
		queue, err := jobs.Over(conn, s.Ring, c.Limits)
		if err != nil {
			return fmt.Errorf("tenant %s: %w", tenant.Name, err)
		}
		s.Queues = append(s.Queues, queue)
	}
	ctx, s.stop = context.WithCancel(ctx)
	for range c.Workers {
		w := worker.New(s.Queues, append(c.Worker, worker.WithLogger(c.Log),
			worker.WithRegistry(c.Registry))...)
		s.workers = append(s.workers, w)
		s.running.Go(func() {
			if err := w.Run(ctx); err != nil {
				c.Log.Error().Err(err).Msg("worker ended")
			}
		})
	}
	return nil
}

// Ready tells whether all workers have loaded the circuits that they were to.
func (s *Service) Ready() bool {
	for _, w := range s.workers {
		if !w.Ready() {
			return false
		}
	}
	return true
}

// Stop drains the workers, and then stops the server.
func (s *Service) Stop() error {
	if s.stop != nil {
		s.stop()
	}
	s.running.Wait()
	for _, queue := range s.Queues {
		queue.Conn.Close()
	}
	s.Server.Stop()
	return nil
}
