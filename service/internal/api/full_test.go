package api

import (
	"bytes"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestFullShare has one tenant fill its share of the store past all checks. Requests that need room
// are refused at once, and the other tenant's are served.
func TestFullShare(t *testing.T) {
	config := server.Config{Store: 8 << 20, SyncEvery: time.Minute}
	s := serveWith(t, servicetest.StartWith(t, config, "a", "b"), Config{})
	e := s.addSquare(t, 0)
	s.add(t, 1, e)
	full := e.Bytes(t, &servicetest.Square{X: 3, Y: 9})
	q := s.Queue(t, 0)
	for err := error(nil); err == nil; {
		_, err = q.JetStream.Publish(t.Context(), "dead.x", make([]byte, 1<<20))
	}
	for err := error(nil); err == nil; {
		_, err = q.JetStream.Publish(t.Context(), "dead.x", make([]byte, 1<<10))
	}
	submit := func(tenant, status int) {
		t.Helper()
		begin := time.Now()
		reply := s.call(t, tenant, "POST", "/v1/jobs?circuit=square", bytes.NewReader(full))
		took := time.Since(begin)
		t.Logf("tenant %d: %d after %s", tenant, reply.Code, took)
		if reply.Code != status || took > 10*time.Second {
			t.Errorf("tenant %d: %d, %s after %s", tenant, reply.Code, reply.Body, took)
		}
	}
	submit(1, 202)
	submit(0, 507)
	other := servicetest.Groth16(t, &servicetest.Square{})
	if reply := s.add(t, 0, other, "name", "other"); reply.Code != 507 {
		t.Errorf("another circuit: %d, %s", reply.Code, reply.Body)
	}
	if reply := s.call(t, 0, "DELETE", "/v1/circuits/square", nil); reply.Code != 204 {
		t.Errorf("a removal from a full share: %d, %s", reply.Code, reply.Body)
	}
}
