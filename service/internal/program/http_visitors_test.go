package program

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// open opens a connection, and has one request answered. It returns nil where it is closed.
func open(t *testing.T, address, path string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if !asks(conn, path) {
		return nil
	}
	return conn
}

// asks tells whether a connection answers a request.
func asks(conn net.Conn, path string) bool {
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
	reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
	return err == nil && reply.Body.Close() == nil
}

// TestStrangers opens many connections that show no token. One that has shown it stays, and
// another one is answered.
func TestStrangers(t *testing.T) {
	address, stop, err := Serve("127.0.0.1:0", http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/known" {
				Known(r)
			}
		}), nil, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	member := open(t, address, "/known")
	var strangers []net.Conn
	for range 300 {
		strangers = append(strangers, open(t, address, "/"))
	}
	alive := 0
	for _, conn := range strangers {
		if conn != nil && asks(conn, "/") {
			alive++
		}
	}
	if alive > maxStrangers {
		t.Errorf("%d strangers stay", alive)
	}
	if !asks(member, "/") || open(t, address, "/known") == nil {
		t.Error("one that has shown a token is not answered")
	}
	members := 0
	for range maxVisits + 50 {
		if open(t, address, "/known") != nil {
			members++
		}
	}
	if members > maxVisits {
		t.Errorf("an address has %d connections", members)
	}
}
