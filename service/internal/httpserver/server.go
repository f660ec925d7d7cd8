// Package httpserver serves HTTP until it is told to stop. It tells orchestrators whether the
// process lives and is ready.
package httpserver

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	headerTime = 10 * time.Second // for the header of a request
	idleTime   = time.Minute      // until the next request of a connection
	stopTime   = time.Second / 2  // for requests under way at the end
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

// StartMetrics serves a registry's metrics at host:port, beside the paths of [Health]. None of them
// needs a token. It serves nothing if the address is empty.
func StartMetrics(
	address string, metrics prometheus.Gatherer, ready func() error,
) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	Health(mux, ready)
	_, stop, err = Start(address, JSON(mux), nil)
	return stop, err
}

// Health adds the paths /healthz and /readyz. The first replies while the process lives. The second
// replies with status 503 while it is not ready, and says why.
func Health(mux *http.ServeMux, ready func() error) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		Reply(w, http.StatusOK, map[string]bool{"healthy": true})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		status, is := http.StatusOK, map[string]any{"ready": true}
		if err := ready(); err != nil {
			status, is = http.StatusServiceUnavailable, map[string]any{"reason": err.Error()}
			is["ready"] = false
		}
		Reply(w, status, is)
	})
}
