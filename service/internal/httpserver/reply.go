package httpserver

import (
	"encoding/json"
	"net/http"
)

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
