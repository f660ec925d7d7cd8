package server

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
)

// TestTenantsFile makes a file at the first start, and refuses files that make no sense.
func TestTenantsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tenants.json")
	made, err := ReadOrCreateTenants(path)
	if err != nil || len(made) != 1 || made[0].Name != DefaultTenant {
		t.Fatal(made, err)
	}
	if again, err := ReadOrCreateTenants(path); err != nil || again[0] != made[0] {
		t.Errorf("the second start reads %v, %v", again, err)
	}
	const token = "0123456789abcdef"
	for i, text := range []string{
		`{`, `[]`,
		`[{"name":"a b","token":"` + token + `"}]`,
		`[{"name":"a","token":"short"}]`,
		`[{"name":"a","token":"` + token + `"},{"name":"a","token":"x` + token + `"}]`,
		`[{"name":"a","token":"` + token + `"},{"name":"b","token":"` + token + `"}]`,
	} {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if err := secrets.WritePrivate(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadOrCreateTenants(path); !errors.Is(err, ErrTenants) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestStrangers lets nobody connect without a tenant's token.
func TestStrangers(t *testing.T) {
	tenant := NewTenant("a")
	s, err := Start(Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(), Tenants: []Tenant{tenant},
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
