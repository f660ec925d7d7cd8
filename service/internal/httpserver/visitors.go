package httpserver

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"slices"
	"sync"
)

// The numbers of connections. Strangers have shown no token yet.
const (
	maxStrangers          = 64
	maxStrangersAnAddress = 16
	maxConnectionsAddress = 256
)

// visitors bounds the connections of a server. Where there are too many strangers the oldest one
// goes, so that somebody with a token can always come.
type visitors struct {
	mutex     sync.Mutex
	strangers []net.Conn // the oldest first
	addresses map[string]int
}

// changed follows the states of connections.
func (v *visitors) changed(conn net.Conn, state http.ConnState) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	from := host(conn)
	switch state {
	case http.StateNew:
		v.strangers = append(v.strangers, conn)
		if v.addresses[from]++; v.addresses[from] > maxConnectionsAddress {
			v.close(len(v.strangers) - 1)
		}
		same := func(c net.Conn) bool { return host(c) == from }
		mine := 0
		for _, c := range v.strangers {
			if same(c) {
				mine++
			}
		}
		if mine > maxStrangersAnAddress {
			v.close(slices.IndexFunc(v.strangers, same))
		} else if len(v.strangers) > maxStrangers {
			v.close(0)
		}
	case http.StateClosed, http.StateHijacked:
		v.know(conn)
		if v.addresses[from]--; v.addresses[from] == 0 {
			delete(v.addresses, from)
		}
	}
}

// close closes the connection of a stranger, without the end of TLS, which would wait for it.
func (v *visitors) close(i int) {
	conn := v.strangers[i]
	v.know(conn)
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	conn.Close()
}

func (v *visitors) know(conn net.Conn) {
	v.strangers = slices.DeleteFunc(v.strangers, func(c net.Conn) bool { return c == conn })
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
		v.know(conn)
	})
}

// Known tells the server that the connection of a request has shown a token.
func Known(r *http.Request) {
	if known, served := r.Context().Value(visitKey{}).(func()); served {
		known()
	}
}
