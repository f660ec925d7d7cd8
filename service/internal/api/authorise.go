package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/httpserver"
)

type call struct {
	*handler
	*http.Request
	w      http.ResponseWriter
	tenant *tenant
	status int // of a reply that is no error
}

// route serves requests with queries of some parameters. A value is the reply, in JSON, unless nil.
type route struct {
	serve      func(c *call) (value any, err error)
	parameters string
}

func (to route) check(query string) error {
	given, err := url.ParseQuery(query)
	if err != nil {
		return fmt.Errorf("%w: the query: %w", client.ErrInvalid, err)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if err := checkName("parameter", name, strings.Fields(to.parameters)); err != nil {
			return err
		}
	}
	return nil
}

func checkName(what, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("%w: unknown %s %.80q; there are %q", client.ErrInvalid, what, name, known)
}

func missing(what, name string) error {
	return fmt.Errorf("%w: the %s %s is missing", client.ErrInvalid, what, name)
}

// authorised finds the tenant of a request by its token, and replies with the error.
func (h *handler) authorised(to route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		boundBody(w, r)
		t := h.tenantOf(r)
		if t == nil {
			w.Header().Set("WWW-Authenticate", "Bearer")
			h.fail(w, r, errToken)
			return
		}
		httpserver.Known(r)
		var value any
		c := &call{h, r, w, t, http.StatusOK}
		err := to.check(r.URL.RawQuery)
		if err == nil {
			value, err = to.serve(c)
		}
		if err == nil && value != nil {
			err = httpserver.Reply(w, c.status, value)
		}
		if err != nil {
			h.fail(w, r, err)
		}
	})
}

// tenantOf compares digests of tokens, which takes the same time for all.
func (h *handler) tenantOf(r *http.Request) (found *tenant) {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		return nil
	}
	digest := sha256.Sum256([]byte(token))
	for _, t := range h.tenants {
		if subtle.ConstantTimeCompare(digest[:], t.token[:]) == 1 {
			found = t
		}
	}
	return found
}
