// Package httpserver serves HTTP until it is told to stop.
package httpserver

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// patience is how long a server that stops waits for requests under way.
const patience = 10 * time.Second

// Server is a running server.
type Server struct {
	http    http.Server
	address string
	ended   chan error
}

// Start serves a handler at host:port, where port 0 takes a free one. Connections are plain if
// secured is nil.
func Start(address string, handler http.Handler, secured *tls.Config) (*Server, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	s := &Server{
		http:    http.Server{Handler: handler, ReadHeaderTimeout: patience},
		address: listener.Addr().String(), ended: make(chan error, 1),
	}
	if secured != nil {
		listener = tls.NewListener(listener, secured)
	}
	go func() { s.ended <- s.http.Serve(listener) }()
	return s, nil
}

// Address is the host:port where the server listens.
func (s *Server) Address() string { return s.address }

// Stop ends the server, once requests under way had some time to end.
func (s *Server) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		s.http.Close()
	}
	<-s.ended
}
