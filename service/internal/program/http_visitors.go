package program

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"slices"
	"sync"
)

// The most connections that have shown no token yet, and the most of one address.
const maxStrangers, maxVisits = 64, 256

// visitors bounds connections. The oldest stranger goes, so that one with a token can always come.
type visitors struct {
	mutex          sync.Mutex
	strangers, all []net.Conn // the oldest first
}

func (v *visitors) changed(conn net.Conn, state http.ConnState) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	switch state {
	case http.StateNew:
		v.all, v.strangers = append(v.all, conn), append(v.strangers, conn)
		others := slices.DeleteFunc(slices.Clone(v.all), func(other net.Conn) bool {
			return host(other) != host(conn)
		})
		if len(others) > maxVisits {
			closeNow(conn)
		} else if len(v.strangers) > maxStrangers {
			closeNow(v.strangers[0])
			v.strangers = v.strangers[1:]
		}
	case http.StateClosed, http.StateHijacked:
		v.all, v.strangers = without(v.all, conn), without(v.strangers, conn)
	}
}

func without(all []net.Conn, conn net.Conn) []net.Conn {
	return slices.DeleteFunc(all, func(c net.Conn) bool { return c == conn })
}

// closeNow closes a connection without the end of TLS, which waits for the other side.
func closeNow(conn net.Conn) {
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	conn.Close()
}

func host(conn net.Conn) string {
	address, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	return address
}

type visitKey struct{}

// visit has requests know their connection.
func (v *visitors) visit(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, visitKey{}, func() {
		v.mutex.Lock()
		defer v.mutex.Unlock()
		v.strangers = without(v.strangers, conn)
	})
}

// Known tells the server that the connection of a request has shown a token.
func Known(r *http.Request) {
	if known, served := r.Context().Value(visitKey{}).(func()); served {
		known()
	}
}
