package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// untouched is a body that nobody may read.
type untouched struct{ t *testing.T }

// Read implements io.Reader.
func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, io.EOF
}

// TestUnread refuses bodies by their declared lengths and their circuit, before they are read.
func TestUnread(t *testing.T) {
	s := serve(t)
	s.addSquare(t, 0)
	const witness, limit = "/v1/jobs?circuit=square", "-witness-limit is 65536"
	for _, c := range []struct {
		target string
		length int64
		status int
		says   string
	}{
		{witness, 3 << 30, 413, limit},
		{witness, 1 << 16, 400, "the circuit's have 76"},
		{witness, 0, 400, "the circuit's have 76"},
		{"/v1/jobs?circuit=nobody", 76, 404, "no such circuit"},
		{"/v1/circuits", 3 << 40, 413, "-circuit-limit is"},
	} {
		request := httptest.NewRequest("POST", c.target, untouched{t})
		request.ContentLength = c.length
		request.Header.Set("Authorization", "Bearer "+s.Tenants()[0].Token)
		reply := httptest.NewRecorder()
		s.ServeHTTP(reply, request)
		s.check(t, "POST", request.URL.Path, reply)
		if reply.Code != c.status || !strings.Contains(reply.Body.String(), c.says) {
			t.Errorf("%s with %d bytes: %d, %s", c.target, c.length, reply.Code, reply.Body)
		}
	}
}

// endless is a body of no declared length, which counts what is read.
type endless struct{ read int }

// Read implements io.Reader.
func (e *endless) Read(to []byte) (int, error) {
	e.read += len(to)
	return len(to), nil
}

// TestEndless reads no more of a body without a length than the circuit's witnesses have.
func TestEndless(t *testing.T) {
	s := serve(t)
	s.addSquare(t, 0)
	body := new(endless)
	reply := s.call(t, 0, "POST", "/v1/jobs?circuit=square", body)
	if reply.Code != 400 || body.read > 1<<16 {
		t.Errorf("%d after %d bytes: %s", reply.Code, body.read, reply.Body)
	}
}

// TestStalled ends requests whose bodies stall.
func TestStalled(t *testing.T) {
	defer func(before time.Duration) { stall = before }(stall)
	stall = 200 * time.Millisecond
	s := serve(t)
	s.addSquare(t, 0)
	listening := httptest.NewServer(s)
	defer listening.Close()
	for target, status := range map[string]string{
		"/v1/jobs?circuit=square": " 408 ", "/v1/circuits": " 408 ", "/v1/jobs?circuit=no": " 404 ",
	} {
		conn, err := net.Dial("tcp", listening.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 76\r\n\r\n%s",
			target, s.Tenants()[0].Token, "--b")
		conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		reply := make([]byte, 4096)
		n, err := conn.Read(reply)
		if err != nil || !strings.Contains(string(reply[:n]), status) {
			t.Errorf("%s: %s, %v", target, reply[:n], err)
		}
	}
}

// TestFullDisk answers at once where there is no room, also where the room ends while something is
// stored.
func TestFullDisk(t *testing.T) {
	s := serve(t)
	full := s.addSquare(t, 0).Bytes(t, &servicetest.Square{X: 3, Y: 9})
	room := func(int64) error { return server.ErrFull }
	h := &handler{Config: Config{Room: func(bytes int64) error { return room(bytes) }}}
	began := time.Now()
	err := h.whileRoom(t.Context(), func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if err != server.ErrFull || time.Since(began) > 10*time.Second {
		t.Errorf("while something is stored: %v", err)
	}
	handler, err := New(Config{
		Tenants: []Tenant{{"a", s.Tenants()[0].Token, s.Queue(t, 0)}},
		Room:    h.Room, Ready: func() bool { return true },
		WitnessLimit: 1 << 16, CircuitLimit: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"/v1/jobs?circuit=square", "/v1/circuits"} {
		request := httptest.NewRequest("POST", target, bytes.NewReader(full))
		request.Header.Set("Authorization", "Bearer "+s.Tenants()[0].Token)
		reply := httptest.NewRecorder()
		handler.ServeHTTP(reply, request)
		var said problem
		if err := json.Unmarshal(reply.Body.Bytes(), &said); err != nil || said.Code != "full" ||
			reply.Code != http.StatusInsufficientStorage {
			t.Errorf("%s: %d, %s", target, reply.Code, reply.Body)
		}
	}
}
