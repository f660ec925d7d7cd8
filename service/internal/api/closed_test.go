package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestHalfClosed closes the sending half of a connection after the whole body, and after a part.
// The whole one is a job, and the part an error.
func TestHalfClosed(t *testing.T) {
	s := serve(t)
	full := s.addSquare(t, 0).Bytes(t, &servicetest.Square{X: 3, Y: 9})
	web := httptest.NewServer(s)
	defer web.Close()
	for _, c := range []struct{ sent, status int }{
		{len(full), 202}, {len(full) / 2, 400}, {0, 400},
	} {
		conn, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /v1/jobs?circuit=square&wait=30s&key=%d HTTP/1.1\r\nHost: a\r\n"+
			"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", c.sent,
			s.Tenants()[0].Token, len(full))
		conn.Write(full[:c.sent])
		conn.(*net.TCPConn).CloseWrite()
		reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		var job jobs.Record
		err = json.NewDecoder(reply.Body).Decode(&job)
		reply.Body.Close()
		done := reply.StatusCode == 200 && job.State == jobs.Done // before the end was seen
		if err != nil || reply.StatusCode != c.status && !(c.status == 202 && done) {
			t.Errorf("%d bytes of %d: %d, %v", c.sent, len(full), reply.StatusCode, err)
		}
		if c.status != 202 {
			continue
		}
		servicetest.Eventually(t, func() bool {
			r, err := s.Queue(t, 0).Record(t.Context(), job.ID)
			return err == nil && r.State == jobs.Done
		})
	}
}

// TestStopping replies to whoever waits for a job when the service stops.
func TestStopping(t *testing.T) {
	serving, stop := context.WithCancel(t.Context())
	s := serveWith(t, servicetest.Start(t, "a", "b"), Config{Serving: serving})
	full := s.addSquare(t, 0).Bytes(t, &servicetest.Square{X: 3, Y: 9})
	c := client.Of(s.Queue(t, 0))
	workers, err := c.Workers(t.Context())
	if err != nil || c.Drain(t.Context(), workers[0].ID) != nil {
		t.Fatal(workers, err)
	}
	begin := time.Now()
	time.AfterFunc(100*time.Millisecond, stop)
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square&wait=1m", bytes.NewReader(full))
	if took := time.Since(begin); reply.Code != 202 || took > 20*time.Second {
		t.Errorf("%d, %s after %s", reply.Code, reply.Body, took)
	}
}
