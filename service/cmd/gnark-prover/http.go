package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// serveHTTP serves a handler until the returned function is called, which waits for requests under
// way. It returns the address as well, where port 0 has become a number.
func serveHTTP(address string, handler http.Handler, secured *tls.Config) (
	at string, stop func(), err error,
) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, err
	}
	at = listener.Addr().String()
	if secured != nil {
		listener = tls.NewListener(listener, secured)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return at, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
			server.Close()
		}
		<-ended
	}, nil
}

// metricsHandler serves a registry's metrics.
func metricsHandler(registry *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}
