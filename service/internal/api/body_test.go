package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// untouched is a body that nobody may read.
type untouched struct{ t *testing.T }

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
		r := httptest.NewRequest("POST", c.target, untouched{t})
		r.ContentLength = c.length
		expect(t, s.send(t, s.bearer(0), r), c.status, c.says)
	}
}

// endless is a body of no declared length. It counts the bytes that are read.
type endless struct{ read int }

func (e *endless) Read(to []byte) (int, error) {
	e.read += len(to)
	return len(to), nil
}

// TestEndless reads no more of a body without a length than the circuit's witnesses have.
func TestEndless(t *testing.T) {
	s := serve(t)
	s.addSquare(t, 0)
	body := new(endless)
	r := httptest.NewRequest("POST", "/v1/jobs?circuit=square", body)
	expect(t, s.send(t, s.bearer(0), r), 400, "")
	if body.read > 1<<16 {
		t.Errorf("%d bytes are read", body.read)
	}
}

// dial sends a part of a request with a body, and returns the connection. The length is that of the
// whole body.
func (s *served) dial(t *testing.T, target string, length int, sent []byte) *net.TCPConn {
	t.Helper()
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	conn, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: %s\r\n"+
		"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s",
		target, s.bearer(0), length, sent)
	return conn.(*net.TCPConn)
}

// TestStalled ends requests whose bodies stall.
func TestStalled(t *testing.T) {
	defer func(before time.Duration) { stall = before }(stall)
	stall = 200 * time.Millisecond
	s := serve(t)
	s.addSquare(t, 0)
	for target, status := range map[string]int{
		"/v1/jobs?circuit=square": 408, "/v1/circuits": 408, "/v1/jobs?circuit=no": 404,
	} {
		conn := s.dial(t, target, 76, []byte("--b"))
		reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || reply.StatusCode != status {
			t.Errorf("%s: %v, %v", target, reply, err)
		}
	}
}

// TestFullTemporary refuses a form that the folder of temporary files has no space for.
func TestFullTemporary(t *testing.T) {
	c := Config{CircuitLimit: math.MaxInt64, Room: func(int64) error { return nil }}
	r := httptest.NewRequest("POST", "/v1/circuits", http.NoBody)
	for length, want := range map[int64]error{1 << 50: server.ErrFull, 1: client.ErrInvalid} {
		r.ContentLength = length
		_, err := (&call{handler: &handler{Config: c}, Request: r}).addCircuit()
		if !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

// TestFullDisk answers at once where there is no room. So it does where the room ends while
// something is stored.
func TestFullDisk(t *testing.T) {
	var room error
	c := Config{Room: func(int64) error { return room }}
	s := serveWith(t, servicetest.Start(t, "a"), c)
	full := s.addSquare(t, 0).bytes(t, 3, 9)
	room = server.ErrFull
	began := time.Now()
	err := (&handler{Config: c}).whileRoom(t.Context(), func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if err != server.ErrFull || time.Since(began) > 10*time.Second {
		t.Errorf("while something is stored: %v", err)
	}
	for _, target := range []string{"/v1/jobs?circuit=square", "/v1/circuits"} {
		expect(t, s.call(t, 0, "POST", target, full), http.StatusInsufficientStorage, `"full"`)
	}
}
