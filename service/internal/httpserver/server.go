// Package httpserver serves HTTP until it is told to stop. It tells orchestrators whether the
// process lives and is ready.
package httpserver

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

const (
	// headerTime bounds the header of a request.
	headerTime = 10 * time.Second
	// stopTime is how long requests under way may take at the end.
	stopTime = time.Second / 2
	// idleTime is how long a connection may wait for its next request.
	idleTime = time.Minute
)

// Start serves a handler at host:port, where port 0 takes a free one. It returns the host:port
// where it listens, and a function that ends it. Connections are plain if secured is nil.
func Start(
	address string, handler http.Handler, secured *tls.Config,
) (listening string, stop func(), err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, err
	}
	listening = listener.Addr().String()
	if secured != nil {
		listener = tls.NewListener(listener, secured)
	}
	v := new(visitors)
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime,
		ConnState: v.changed, ConnContext: v.visit,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return listening, func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
		<-ended
	}, nil
}
