package api

import (
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
	s.add(t, 1, uploadOf(t, e.Example))
	q := s.Queue(t, 0)
	for _, size := range []int{1 << 20, 1 << 10} {
		for err := error(nil); err == nil; {
			_, err = q.JetStream.Publish(t.Context(), "dead.x", make([]byte, size))
		}
	}
	for tenant, status := range []int{507, 202} {
		begin := time.Now()
		reply := s.call(t, tenant, "POST", "/v1/jobs?circuit=square", e.bytes(t, 3, 9))
		expect(t, reply, status, "")
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("tenant %d waits for %s", tenant, took)
		}
	}
	other := servicetest.Groth16(t, &servicetest.Square{})
	expect(t, s.add(t, 0, uploadOf(t, other, "name", "other")), 507, "")
	expect(t, s.call(t, 0, "DELETE", "/v1/circuits/square", nil), 204, "")
}
