package program

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/rs/zerolog"
)

const (
	headerTime = 10 * time.Second // for the header of a request
	idleTime   = time.Minute      // until the next request of a connection
	stopTime   = time.Second / 2  // for requests under way at the end
)

// Serve serves a handler at host:port until stop is called. It is plain if secured is nil. An error
// that ends it before is logged.
func Serve(
	address string, handler http.Handler, secured *tls.Config, log zerolog.Logger,
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
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(listener); err != http.ErrServerClosed {
			log.Error().Err(err).Str("address", listening).Msg("HTTP ended: start this again")
		}
	}()
	return listening, func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
		<-ended
	}, nil
}

// ServeMetrics serves metrics and [Health] at host:port, without tokens, unless that is empty.
func ServeMetrics(
	address string, of prometheus.Gatherer, ready func() error, log zerolog.Logger,
) (func(), error) {
	if address == "" {
		return func() {}, nil
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(of, promhttp.HandlerOpts{}))
	Health(mux, ready)
	_, stop, err := Serve(address, JSON(mux), nil, log)
	return stop, err
}

// Health adds the paths /healthz, and /readyz, which says with status 503 why it is not ready.
func Health(mux *http.ServeMux, ready func() error) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		Reply(w, http.StatusOK, map[string]bool{"healthy": true})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		status, is := http.StatusOK, map[string]any{"ready": true}
		if err := ready(); err != nil {
			status = http.StatusServiceUnavailable
			is = map[string]any{"ready": false, "reason": err.Error()}
		}
		Reply(w, status, is)
	})
}

// Problem is the body of a reply to a request that fails.
type Problem struct {
	Error string `json:"error"`
	Code  string `json:"code"`
}

// Reply replies with a value as JSON, which no cache keeps.
func Reply(w http.ResponseWriter, status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, err = w.Write(append(text, '\n'))
	return err
}

// JSON serves a mux, which replies in JSON to unknown paths and methods, too.
func JSON(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern == "" {
			w = unserved{w}
		}
		mux.ServeHTTP(w, r)
	})
}

// unserved replaces the text of a mux by JSON.
type unserved struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter, with the body.
func (u unserved) WriteHeader(status int) {
	is := Problem{"no such path", "path"}
	if allowed := u.Header().Get("Allow"); allowed != "" {
		is = Problem{"the path takes other methods: " + allowed, "method"}
	}
	Reply(u.ResponseWriter, status, is)
}

func (unserved) Write(text []byte) (int, error) { return len(text), nil }
