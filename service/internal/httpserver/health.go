package httpserver

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

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
		if err := ready(); err != nil {
			Reply(w, http.StatusServiceUnavailable,
				map[string]any{"ready": false, "reason": err.Error()})
			return
		}
		Reply(w, http.StatusOK, map[string]any{"ready": true})
	})
}
