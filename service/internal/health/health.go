// Package health tells orchestrators whether a process lives and is ready, and serves its metrics.
package health

import (
	"fmt"
	"net/http"
)

// Register adds the paths /healthz, which replies while the process lives, and /readyz, which
// replies with status 503 while it is not ready.
func Register(mux *http.ServeMux, ready func() bool) {
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
