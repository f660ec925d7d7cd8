package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/subtle"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"golang.org/x/time/rate"
)

const (
	strangers    = 16                     // connections of an address that have shown no token yet
	tokenTimeout = 2 * time.Second        // for a token
	refused      = 250 * time.Millisecond // for which a connection that is refused stays open
	readTime     = 10 * time.Second       // for a client that does not read
	lineSize     = 4 << 10                // bytes of the longest line
	bufferSize   = 32 << 10
)

// gate stands between the clients of several tenants and a NATS server, which bounds their storage
// alone. The gate bounds a tenant's operations a second: connections that exceed them wait.
type gate struct {
	listener net.Listener
	tls      *tls.Config
	dial     func() (net.Conn, error) // connects to the server, without TLS
	info     []byte                   // the line that greets clients
	tenants  map[string]*tenant

	mutex sync.Mutex
	taken map[string]int // connections, by address of strangers and by tenant

	ctx     context.Context // ends all connections
	end     context.CancelFunc
	working sync.WaitGroup
}

type tenant struct {
	folder.Tenant
	budget *rate.Limiter
}

func openGate(c Config, dial func() (net.Conn, error)) (*gate, error) {
	listener, err := net.Listen("tcp", c.Address)
	if err != nil {
		return nil, err
	}
	g := &gate{
		listener: listener, tls: c.TLS, dial: dial,
		tenants: map[string]*tenant{}, taken: map[string]int{},
	}
	g.ctx, g.end = context.WithCancel(context.Background())
	for _, t := range c.Tenants {
		budget := perSecond * share(t)
		g.tenants[t.Name] = &tenant{t, rate.NewLimiter(rate.Limit(budget), budget)}
	}
	if err := g.introduce(); err != nil {
		listener.Close()
		return nil, err
	}
	g.working.Go(g.accept)
	return g, nil
}

func (g *gate) close() {
	g.end()
	g.listener.Close()
	g.working.Wait()
}

func (g *gate) accept() {
	for {
		conn, err := g.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond) // too many files are open
			continue
		}
		host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
		known := g.enter("stranger "+host, strangers)
		if known == nil {
			conn.Close()
			continue
		}
		g.working.Go(func() {
			defer known()
			defer conn.Close()
			ended := context.AfterFunc(g.ctx, func() { conn.Close() })
			defer ended()
			g.pass(conn, known)
		})
	}
}

// pass lets a client speak to the server. It calls known once it knows the client's tenant.
func (g *gate) pass(conn net.Conn, known func()) {
	conn.SetDeadline(time.Now().Add(tokenTimeout))
	if _, err := conn.Write(g.info); err != nil {
		return
	}
	if g.tls != nil {
		conn = tls.Server(conn, g.tls)
	}
	from := bufio.NewReaderSize(conn, lineSize)
	connect, err := from.ReadSlice('\n')
	if err != nil {
		return
	}
	t := g.tenantOf(connect)
	if t == nil {
		g.refuse(conn, "Authorization Violation")
		return
	}
	leave := g.enter(t.Name, shared.connections*share(t.Tenant))
	if leave == nil {
		g.refuse(conn, "maximum account active connections exceeded")
		return
	}
	defer leave()
	known()
	if t.budget.WaitN(g.ctx, connected) != nil {
		return
	}
	conn.SetDeadline(time.Time{})
	g.join(conn, from, connect, t)
}

// refuse tells a client why it may not connect. It delays the client's next attempt.
func (g *gate) refuse(conn net.Conn, why string) {
	fmt.Fprintf(conn, "-ERR '%s'\r\n", why)
	select {
	case <-time.After(refused):
	case <-g.ctx.Done():
	}
}

// join joins a client, with the line that it has shown, to the server, until one of them ends.
func (g *gate) join(conn net.Conn, from *bufio.Reader, connect []byte, t *tenant) {
	server, answers, _, err := g.reach()
	if err != nil {
		return
	}
	defer server.Close()
	server.Write(connect) // where that fails so does what follows
	g.working.Go(func() {
		forward(answers, deadlineWriter{conn}, t.delivers)
		conn.Close()
		server.Close()
	})
	forward(from, server, func(size int, line []byte) error { return t.asks(g.ctx, size, line) })
}

// reach connects to the server, and reads its first line, which describes it.
func (g *gate) reach() (server net.Conn, answers *bufio.Reader, info []byte, err error) {
	if server, err = g.dial(); err != nil {
		return nil, nil, nil, err
	}
	answers = bufio.NewReaderSize(server, lineSize)
	if info, err = answers.ReadSlice('\n'); err != nil {
		server.Close()
	}
	return server, answers, info, err
}

// introduce takes the line that greets clients from the server.
func (g *gate) introduce() error {
	server, _, line, err := g.reach()
	if err != nil {
		return err
	}
	defer server.Close()
	var info map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(line, []byte("INFO ")), &info); err != nil {
		return err
	}
	info["tls_required"] = g.tls != nil
	text, err := json.Marshal(info)
	g.info = fmt.Appendf(nil, "INFO %s\r\n", text)
	return err
}

// deadlineWriter is a connection that fails where its other end does not read in time.
type deadlineWriter struct{ net.Conn }

func (c deadlineWriter) Write(content []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(readTime))
	return c.Conn.Write(content)
}

func (g *gate) tenantOf(connect []byte) *tenant {
	var shown struct{ User, Pass string }
	_, text, _ := bytes.Cut(connect, []byte(" "))
	if json.Unmarshal(text, &shown) != nil {
		return nil
	}
	t := g.tenants[shown.User]
	if t == nil || subtle.ConstantTimeCompare([]byte(t.Token), []byte(shown.Pass)) == 0 {
		return nil
	}
	return t
}

// enter counts another connection of an address or a tenant, until leave is called, or is nil.
func (g *gate) enter(whose string, limit int) (leave func()) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.taken[whose] >= limit {
		return nil
	}
	g.taken[whose]++
	return sync.OnceFunc(func() {
		g.mutex.Lock()
		defer g.mutex.Unlock()
		if g.taken[whose]--; g.taken[whose] == 0 {
			delete(g.taken, whose)
		}
	})
}
