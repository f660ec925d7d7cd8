package httpserver

import (
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// StartMetrics serves a registry's metrics at host:port, beside the paths of [Health]. None of them
// needs a token. It serves nothing if the address is empty.
func StartMetrics(
	address string, metrics prometheus.Gatherer, ready func() bool,
) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	Health(mux, ready)
	_, stop, err = Start(address, mux, nil)
	return stop, err
}

// Health adds the paths /healthz and /readyz. The first replies while the process lives. The second
// replies with status 503 while it is not ready.
func Health(mux *http.ServeMux, ready func() bool) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, `{"healthy":true}`)
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if ready() {
			write(w, http.StatusOK, `{"ready":true}`)
		} else {
			write(w, http.StatusServiceUnavailable, `{"ready":false}`)
		}
	})
}

func write(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}
