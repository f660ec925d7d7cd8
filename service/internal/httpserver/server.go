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

// patience is how long a server that stops waits for requests under way.
const patience = 10 * time.Second

// Start serves a handler at host:port, where port 0 takes a free one. It returns the host:port
// where it listens, and what ends it. Connections are plain if secured is nil.
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
	server := &http.Server{Handler: handler, ReadHeaderTimeout: patience}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return listening, func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
		<-ended
	}, nil
}
