package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/crypto/bcrypt"
)

// limits bound the resources that the clients of a tenant take, beside the store.
type limits struct {
	payload       int32 // bytes of a message
	pending       int64 // bytes that wait for a client that does not read
	connections   int   // of a tenant, for each of its shares
	subscriptions int32 // of a connection
}

// A single tenant harms itself alone. For several tenants, the messages and the bytes that wait for
// clients have 160 MiB for each share at most.
var (
	alone  = limits{8 << 20, 64 << 20, 4096, 64 << 10}
	shared = limits{1 << 20, 4 << 20, 32, 400}
)

const (
	// maxStreams is the number of a tenant's streams. The service has 21.
	maxStreams = 32
	// maxConsumers is the number of a stream's consumers. A circuit has three, and a worker one.
	maxConsumers = 1024
	// maxLine is the length of a line, and so of a subject, in bytes. The longest has some 200.
	maxLine = 1 << 10
	// ownConnections is the number of the service's own connections for a tenant.
	ownConnections = 8
)

func limitsFor(tenants []folder.Tenant) limits {
	if len(tenants) == 1 {
		return alone
	}
	return shared
}

func (l limits) of(tenant folder.Tenant) int {
	return l.connections*int(max(tenant.Share, 1)) + ownConnections
}

// bound sets the limits of the whole server.
func (l limits) bound(options *server.Options, tenants []folder.Tenant) {
	options.MaxPayload, options.MaxPending = l.payload, l.pending
	options.MaxControlLine = maxLine
	for _, tenant := range tenants {
		options.MaxConn += l.of(tenant)
	}
	options.MaxConn += ownConnections // strangers, who show no token in time
}

// addAccounts gives each tenant an account with a share of the store and two users: its clients,
// who may publish to some subjects alone, and the service itself, with a password. NATS takes
// that as text only. It knows hashes of tokens.
func (c Config) addAccounts(options *server.Options, password string) error {
	var parts int64
	for _, tenant := range c.Tenants {
		parts += max(tenant.Share, 1)
	}
	own, err := hash(password)
	if err != nil {
		return err
	}
	l := limitsFor(c.Tenants)
	l.bound(options, c.Tenants)
	var accounts strings.Builder
	for _, tenant := range c.Tenants {
		token, err := hash(tenant.Token)
		if err != nil {
			return fmt.Errorf("the token of %s: %w", tenant.Name, err)
		}
		fmt.Fprintf(&accounts, `%q: {
			jetstream: { max_mem: 0, max_store: %d, max_streams: %d, max_consumers: %d }
			limits: { max_connections: %d, max_subscriptions: %d, max_payload: %d }
			users: [{ user: %q, password: %q%s }, { user: %q, password: %q }]
		}
		`, tenant.Name, c.Store/parts*max(tenant.Share, 1), maxStreams, maxConsumers,
			l.of(tenant), l.subscriptions, l.payload,
			tenant.Name, token, c.permissions(), ownUser(tenant), own)
	}
	return options.ProcessConfigString("accounts {\n" + accounts.String() + "}\n")
}

// permissions returns the permissions of a tenant's clients. They have all where no subjects are
// named.
func (c Config) permissions() string {
	if len(c.Subjects) == 0 {
		return ""
	}
	return fmt.Sprintf(`, permissions: { publish: { allow: ["%s"] } }`,
		strings.Join(c.Subjects, `", "`))
}

// ownUser names the service itself in a tenant's account. No tenant has that name.
func ownUser(tenant folder.Tenant) string { return "serve " + tenant.Name }

func hash(password string) (string, error) {
	text, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	return string(text), err
}

// ErrFull: the disk is full, or nearly so, or it was until now.
var ErrFull = errors.New("the service's disk is full: it stores again once there is space")

const (
	// lookEvery is how often a server looks whether its streams can be written.
	lookEvery = time.Second / 2
	// reserve is the space that is left to results of jobs under way, in bytes. On a small disk it
	// is one part in reservePart of the disk.
	reserve, reservePart = 64 << 20, 16
)

// Room returns [ErrFull] unless a number of bytes can be stored now.
func (s *Server) Room(bytes int64) error {
	if s.broken.Load() {
		return ErrFull
	}
	return s.space(bytes)
}

func (s *Server) space(bytes int64) error {
	free, total, err := folder.Disk(s.options.StoreDir)
	if kept := min(reserve, total/reservePart); err == nil && free < kept+bytes {
		return fmt.Errorf("%w: %d MiB are free", ErrFull, free>>20)
	}
	return nil
}

// watch mends the store until the context is cancelled.
func (s *Server) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for full := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.mend()
		}
		err := s.Room(0)
		if err != nil && !full {
			s.nats.Warnf("%v", err)
		} else if err == nil && full {
			s.nats.Warnf("there is space again")
		}
		full = err != nil
	}
}

// mend starts JetStream anew where a write has failed and there is space again. A stream whose
// write has failed stores nothing and answers nobody until then.
func (s *Server) mend() {
	failure := s.writeFailure()
	s.broken.Store(failure != "")
	if failure == "" || s.space(0) != nil {
		return
	}
	s.nats.Warnf("the store starts anew: %s", failure)
	err := s.nats.ShutdownJetStream()
	if err == nil { // the streams are read again, and connections stay
		err = s.nats.EnableJetStream(&server.JetStreamConfig{
			StoreDir: s.options.StoreDir, MaxStore: s.options.JetStreamMaxStore,
		})
	}
	if err != nil {
		s.nats.Errorf("the store does not start: %v", err)
		return
	}
	s.broken.Store(s.writeFailure() != "")
}

// writeFailure says which stream cannot be written, or is empty.
func (s *Server) writeFailure() string {
	if !s.nats.JetStreamEnabled() {
		return "JetStream is disabled"
	}
	health := s.nats.Healthz(&server.HealthzOptions{Details: true})
	for _, failure := range health.Errors {
		if strings.Contains(failure.Error, "write error") {
			return failure.Error
		}
	}
	return ""
}
