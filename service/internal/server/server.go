// Package server runs a NATS server with JetStream within the program.
package server

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/rs/zerolog"
)

// ErrNotReady: the server did not start to serve.
var ErrNotReady = errors.New("the NATS server does not start")

// Config says where a server listens and keeps its data, and for whom.
type Config struct {
	Address  string          // host:port; port 0 takes a free one
	Folder   string          // of JetStream's files
	Tenants  []folder.Tenant // the accounts; nobody else can connect
	Subjects []string        // to which clients of tenants may publish
	Store    int64           // bytes of all tenants, each its share; 0 stands for [folder.Room]
	// SyncEvery is between calls of fsync. By 0 a power cut loses nothing that was acknowledged.
	SyncEvery time.Duration
	TLS       *tls.Config // nil for plain connections
	Log       zerolog.Logger
}

// Server is a running server.
type Server struct {
	nats     *server.Server
	options  *server.Options
	password string // of the service itself
	gate     *gate  // of several tenants

	broken   atomic.Bool        // a stream cannot be written
	stop     context.CancelFunc // ends watch
	watching sync.WaitGroup
}

// Start starts a server and waits until it serves, or the context is cancelled.
func Start(ctx context.Context, c Config) (*Server, error) {
	password := rand.Text()
	options, err := c.options(password)
	if err != nil {
		return nil, err
	}
	n, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	log := &logger{log: c.Log}
	n.SetLoggerV2(log, false, false, false)
	started := make(chan struct{})
	s := &Server{nats: n, options: options, password: password}
	_, err = interrupt.Await(ctx, func() (struct{}, error) {
		defer close(started)
		n.Start()
		if text := log.fatal.Load(); text != nil {
			return struct{}{}, errors.New(*text)
		}
		return struct{}{}, nil
	})
	if err == nil && options.DontListen {
		s.gate, err = openGate(c, n.InProcessConn)
	}
	if err != nil {
		interrupt.Within(time.Second, func() {
			<-started // a server that is stopped while it starts may write files afterwards
			n.Shutdown()
			n.WaitForShutdown()
		})
		return nil, fmt.Errorf("%w: %w", ErrNotReady, err)
	}
	watching, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.watching.Go(func() { s.watch(watching) })
	return s, nil
}

// options returns NATS's options, unless another listens at the address: the disk is read later.
func (c Config) options(password string) (*server.Options, error) {
	host, port, err := net.SplitHostPort(c.Address)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("port %q: %w", port, err)
	}
	listener, err := net.Listen("tcp", c.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotReady, err)
	}
	listener.Close()
	if number == 0 {
		number = server.RANDOM_PORT
	}
	if c.Store == 0 {
		if c.Store, err = folder.Room(c.Folder); err != nil {
			return nil, err
		}
	}
	options := &server.Options{
		ServerName: "gnark-prover", Host: host, Port: number,
		JetStream: true, StoreDir: c.Folder, JetStreamMaxStore: c.Store,
		SyncAlways: c.SyncEvery == 0, SyncInterval: c.SyncEvery,
		NoSigs: true, TLSConfig: c.TLS, TLSTimeout: 5,
		DisableJetStreamBanner: true,
	}
	if len(c.Tenants) > 1 { // a gate listens
		options.DontListen, options.TLSConfig = true, nil
	}
	return options, c.addAccounts(options, password)
}

// URL is where clients connect.
func (s *Server) URL() string {
	if s.gate == nil {
		return s.nats.ClientURL()
	}
	scheme := "nats://"
	if s.gate.tls != nil {
		scheme = "tls://"
	}
	return scheme + s.gate.listener.Addr().String()
}

// Connect connects to a tenant's account, without a socket, and with all permissions.
func (s *Server) Connect(tenant folder.Tenant) (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.nats),
		nats.UserInfo(ownUser(tenant), s.password), nats.MaxReconnects(-1))
}

// Stop ends all connections, and waits until all data is written.
func (s *Server) Stop() {
	s.stop()
	s.watching.Wait()
	if s.gate != nil {
		s.gate.close()
	}
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// logger writes the server's lines to a log. It keeps the first fatal one: Start has no error.
type logger struct {
	log   zerolog.Logger
	fatal atomic.Pointer[string]
}

func (l *logger) Noticef(format string, v ...any) { l.log.Debug().Msgf("nats: "+format, v...) }
func (l *logger) Warnf(format string, v ...any)   { l.log.Warn().Msgf("nats: "+format, v...) }
func (l *logger) Errorf(format string, v ...any)  { l.log.Error().Msgf("nats: "+format, v...) }
func (l *logger) Debugf(format string, v ...any)  { l.log.Trace().Msgf("nats: "+format, v...) }

func (l *logger) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatal.CompareAndSwap(nil, &text)
	l.Errorf("%s", text)
}

// Tracef writes nothing: the traces have contents of messages.
func (l *logger) Tracef(string, ...any) {}
