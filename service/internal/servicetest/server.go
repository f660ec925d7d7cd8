// Package servicetest has servers and circuits for tests.
package servicetest

import (
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
)

// Service is a running server with its key.
type Service struct {
	*server.Server
	Ring    *secrets.Ring
	Folder  string // of JetStream's files
	Tenants []folder.Tenant
}

// Eventually waits until a condition holds, for a minute at most.
func Eventually(t testing.TB, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the condition does not hold in time")
		}
	}
}

// FreeAddress returns an address of this machine that nobody listens at. Where the system has all
// addresses of 127/8, as Linux has, no other process is given a port of this one's.
func FreeAddress(t testing.TB) string {
	t.Helper()
	pid := os.Getpid()
	own := fmt.Sprintf("127.%d.%d.%d:0", 64|pid>>16&63, pid>>8&255, pid&255)
	listener, err := net.Listen("tcp", own)
	if err != nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// Start starts a server in a temporary folder, with these tenants, until the test ends.
func Start(t testing.TB, tenants ...string) *Service {
	t.Helper()
	return StartWith(t, server.Config{SyncEvery: time.Minute}, tenants...) // tests cut no power
}

// StartWith is Start with settings of the server.
func StartWith(t testing.TB, config server.Config, tenants ...string) *Service {
	t.Helper()
	config.Address, config.Folder = "127.0.0.1:0", t.TempDir()
	for _, name := range tenants {
		config.Tenants = append(config.Tenants, folder.NewTenant(name))
	}
	config.Subjects = jobs.Subjects()
	s, err := server.Start(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return &Service{
		Server: s, Ring: secrets.Generate(), Folder: config.Folder, Tenants: config.Tenants,
	}
}

// Queue opens the jobs of the tenant with this number.
func (s *Service) Queue(t testing.TB, tenant int) *jobs.Queue {
	t.Helper()
	conn, err := s.Connect(s.Tenants[tenant])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	queue, err := jobs.Open(t.Context(), conn, s.Ring, jobs.DefaultKeep)
	if err != nil {
		t.Fatal(err)
	}
	return queue
}
