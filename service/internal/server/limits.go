package server

import (
	"fmt"
	"strings"

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

// A single tenant harms itself alone. For several, messages take 160 MiB for each share at most.
var (
	alone  = limits{8 << 20, 64 << 20, 4096, 64 << 10}
	shared = limits{1 << 20, 4 << 20, 32, 400}
)

const (
	maxStreams     = 32      // of a tenant; the service has 21
	maxConsumers   = 1024    // of a stream; a circuit has three, and a worker one
	maxLine        = 1 << 10 // bytes of a line, and so of a subject; the longest has some 200
	ownConnections = 8       // of the service itself, for a tenant
)

func share(tenant folder.Tenant) int { return int(max(tenant.Share, 1)) }

// addAccounts bounds the whole server. It gives each tenant an account with a share of the store
// and two users, whose passwords NATS knows by hashes: its clients, and the service itself.
func (c Config) addAccounts(options *server.Options, password string) error {
	l, parts := shared, 0
	if len(c.Tenants) == 1 {
		l = alone
	}
	for _, tenant := range c.Tenants {
		parts += share(tenant)
	}
	options.MaxPayload, options.MaxPending = l.payload, l.pending
	options.MaxControlLine = maxLine
	options.MaxConn = parts*l.connections + len(c.Tenants)*ownConnections
	options.MaxConn += ownConnections // strangers, who show no token in time
	own, err := hash(password)
	if err != nil {
		return err
	}
	var accounts strings.Builder
	for _, tenant := range c.Tenants {
		token, err := hash(tenant.Token)
		if err != nil {
			return fmt.Errorf("the token of %s: %w", tenant.Name, err)
		}
		fmt.Fprintf(&accounts, `%q: {
			jetstream: { max_mem: 0, max_store: %d, max_streams: %d, max_consumers: %d }
			limits: { max_connections: %d, max_subscriptions: %d, max_payload: %d }
			users: [{ user: %q, password: %q, permissions: { publish: { allow: ["%s"] } } },
				{ user: %q, password: %q }]
		}
		`, tenant.Name, c.Store/int64(parts)*int64(share(tenant)), maxStreams, maxConsumers,
			l.connections*share(tenant)+ownConnections, l.subscriptions, l.payload,
			tenant.Name, token, strings.Join(c.Subjects, `", "`), ownUser(tenant), own)
	}
	return options.ProcessConfigString("accounts {\n" + accounts.String() + "}\n")
}

// ownUser names the service itself in a tenant's account. No tenant has that name.
func ownUser(tenant folder.Tenant) string { return "serve " + tenant.Name }

func hash(password string) (string, error) {
	text, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	return string(text), err
}
