package jobs

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/nats-io/nats.go"
)

// TestServerDies has clients wait for a job when the server dies. They are told, once it has been
// away for too long, or their connection is closed for good.
func TestServerDies(t *testing.T) {
	tenant := folder.NewTenant("a")
	s, err := server.Start(t.Context(), server.Config{
		Address: "127.0.0.1:0", Folder: t.TempDir(), Tenants: []folder.Tenant{tenant},
		Subjects: []string{">"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	defer func(before time.Duration) { maxOutage = before }(maxOutage)
	maxOutage = time.Second
	ring := secrets.Generate()
	begin := time.Now()
	ended := make(chan error, 2)
	for i, reconnects := range []int{-1, 0} {
		q, err := Dial(t.Context(), s.URL(), ring, time.Hour,
			nats.UserInfo(tenant.Name, tenant.Token), nats.MaxReconnects(reconnects),
			nats.ReconnectBufSize(-1))
		if err != nil {
			t.Fatal(err)
		}
		defer q.Conn.Close()
		waiting := &Record{
			ID: strings.Repeat(strconv.Itoa(i), 32), State: Queued, Deadline: begin.Add(time.Hour),
		}
		if err := q.update(t.Context(), waiting, 0); err != nil {
			t.Fatal(err)
		}
		go func() {
			_, err := q.End(context.Background(), waiting)
			ended <- err
		}()
	}
	s.Stop()
	for range 2 {
		select {
		case err := <-ended:
			if !errors.Is(err, ErrSilent) {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("a client waits for ever")
		}
	}
}
