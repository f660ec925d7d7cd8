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

func (l limits) of(tenant folder.Tenant) int {
	return l.connections*share(tenant) + ownConnections
}

func share(tenant folder.Tenant) int { return int(max(tenant.Share, 1)) }

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
	parts := 0
	for _, tenant := range c.Tenants {
		parts += share(tenant)
	}
	own, err := hash(password)
	if err != nil {
		return err
	}
	l := shared
	if len(c.Tenants) == 1 {
		l = alone
	}
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
		`, tenant.Name, c.Store/int64(parts)*int64(share(tenant)), maxStreams, maxConsumers,
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
