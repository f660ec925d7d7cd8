package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestHalfClosed closes the sending half of a connection after a body or a part. The whole one is a
// job, and the part an error.
func TestHalfClosed(t *testing.T) {
	s := serve(t)
	full := s.addSquare(t, 0).bytes(t, 3, 9)
	for _, c := range []struct{ sent, status int }{
		{len(full), 202}, {len(full) / 2, 400}, {0, 400},
	} {
		target := fmt.Sprint("/v1/jobs?circuit=square&wait=30s&key=", c.sent)
		conn := s.dial(t, target, len(full), full[:c.sent])
		conn.CloseWrite()
		reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		var job ended
		err = json.NewDecoder(reply.Body).Decode(&job)
		reply.Body.Close()
		done := reply.StatusCode == 200 && job.State == jobs.Done // before the end was seen
		if err != nil || reply.StatusCode != c.status && !(c.status == 202 && done) {
			t.Errorf("%d bytes of %d: %d, %v", c.sent, len(full), reply.StatusCode, err)
		}
		if c.status != 202 {
			continue
		}
		queue := s.Queue(t, 0)
		servicetest.Eventually(t, func() bool {
			r, err := queue.Record(t.Context(), job.ID)
			return err == nil && r.State == jobs.Done
		})
	}
}

// TestStopping replies to whoever waits for a job when the service stops.
func TestStopping(t *testing.T) {
	serving, stop := context.WithCancel(t.Context())
	s := serveWith(t, servicetest.Start(t, "a", "b"), Config{Serving: serving})
	full := s.addSquare(t, 0).bytes(t, 3, 9)
	s.drain()
	begin := time.Now()
	time.AfterFunc(100*time.Millisecond, stop)
	expect(t, s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=1m", full), 202, "")
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("the reply takes %s", took)
	}
}
