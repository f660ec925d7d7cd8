package server

import (
	"context"
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats.go"
)

// TestStoppedStart stops a server before it has started.
func TestStoppedStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(), Tenants: []folder.Tenant{folder.NewTenant("a")},
	})
	if !errors.Is(err, interrupt.ErrStopped) || !errors.Is(err, ErrNotReady) {
		t.Error(err)
	}
}

// TestStrangers lets nobody connect without a tenant's token.
func TestStrangers(t *testing.T) {
	tenant := folder.NewTenant("a")
	s, err := Start(t.Context(), Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(), Tenants: []folder.Tenant{tenant},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	conn, err := nats.Connect(s.URL(), nats.UserInfo(tenant.Name, tenant.Token))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	for _, option := range []nats.Option{
		nats.UserInfo("a", "x"), nats.UserInfo("b", tenant.Token), nats.Token(tenant.Token),
		nats.Name("nobody"),
	} {
		if conn, err := nats.Connect(s.URL(), option); err == nil {
			conn.Close()
			t.Error("a stranger is connected")
		}
	}
}
