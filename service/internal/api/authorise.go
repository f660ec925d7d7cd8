package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/client"
)

// ErrToken: a request has no token of a tenant.
var ErrToken = errors.New("no valid token: send the header Authorization: Bearer TOKEN")

// serving serves a request of a tenant.
type serving func(w http.ResponseWriter, r *http.Request, t *tenant) error

func newTenant(t Tenant) (*tenant, error) {
	digest := sha256.Sum256([]byte(t.Token))
	joined := &tenant{Client: client.Of(t.Queue), name: t.Name, token: digest}
	return joined, t.Queue.Watch(joined.recent.add)
}

// authorised finds the tenant of a request by its token, and replies with the error.
func (h *handler) authorised(serve serving) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		patient(w, r)
		t := h.tenantOf(r)
		if t == nil {
			w.Header().Set("WWW-Authenticate", "Bearer")
			h.fail(w, r, ErrToken)
			return
		}
		if err := serve(w, r, t); err != nil {
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
