package server

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// start starts a server for tenants of these names, and returns the first of them.
func start(t *testing.T, names ...string) (*Server, folder.Tenant) {
	c := Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(),
		Subjects: []string{"_INBOX.>", "dead.>", "$JS.API.STREAM.INFO.*"},
	}
	for _, name := range names {
		c.Tenants = append(c.Tenants, folder.NewTenant(name))
	}
	s, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s, c.Tenants[0]
}

// TestStoppedStart stops a server before it has started.
func TestStoppedStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(), Subjects: []string{">"},
		Tenants: []folder.Tenant{folder.NewTenant("a")},
	})
	if !errors.Is(err, interrupt.ErrStopped) || !errors.Is(err, ErrNotReady) {
		t.Error(err)
	}
}

// TestStrangers lets nobody connect without a tenant's token, with a gate and without.
func TestStrangers(t *testing.T) {
	for _, names := range [][]string{{"a"}, {"a", "c"}} {
		s, tenant := start(t, names...)
		conn, err := nats.Connect(s.URL(), nats.UserInfo(tenant.Name, tenant.Token))
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		for _, option := range []nats.Option{
			nats.UserInfo("a", "x"), nats.UserInfo("b", tenant.Token), nats.Token(tenant.Token),
			nats.UserInfo(ownUser(tenant), tenant.Token), nats.Name("nobody"),
		} {
			conn, err := nats.Connect(s.URL(), option)
			if err == nil {
				conn.Close()
			}
			if !errors.Is(err, nats.ErrAuthorization) {
				t.Errorf("a stranger of %q: %v", names, err)
			}
		}
	}
}

// TestLimits lets a tenant's clients make no streams and store nothing in memory. They ask nothing
// of the system's account. With several tenants the connections of each are limited.
func TestLimits(t *testing.T) {
	for _, names := range [][]string{{"a"}, {"a", "b"}} {
		s, tenant := start(t, names...)
		as := nats.UserInfo("a", tenant.Token)
		conn, err := nats.Connect(s.URL(), as)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, subject := range []string{
			"$JS.API.STREAM.CREATE.x", "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING.CONNZ",
		} {
			if m, err := conn.Request(subject, nil, 200*time.Millisecond); err == nil {
				t.Errorf("%s answers %s", subject, m.Data)
			}
		}
		own, err := s.Connect(tenant)
		if err != nil {
			t.Fatal(err)
		}
		defer own.Close()
		inMemory(t, own)
		if len(names) == 1 {
			continue
		}
		for range shared.connections {
			another, err := nats.Connect(s.URL(), as)
			if err == nil {
				defer another.Close()
				continue
			}
			if !strings.Contains(err.Error(), "maximum account active connections exceeded") {
				t.Error(err)
			}
		}
		if another, err := nats.Connect(s.URL(), as); err == nil {
			another.Close()
			t.Error("one connection more than there may be")
		}
	}
}

// inMemory stores nothing in memory, whoever asks.
func inMemory(t *testing.T, conn *nats.Conn) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "m", Subjects: []string{"m"}, Storage: jetstream.MemoryStorage,
	})
	if err == nil {
		_, err = js.Publish(t.Context(), "m", make([]byte, 1<<10))
	}
	if err == nil {
		t.Error("a message is stored in memory")
	}
}
