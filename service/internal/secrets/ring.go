// Package secrets keeps the key of a service. With it, it seals witnesses, and names things that
// are made of witnesses.
//
// A tenant has a key of its own, derived from the service's. Clients of the tenant hold that one
// alone. So no tenant can read, or guess the names of, anything of another's.
package secrets

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrNoKey: the ring has neither the service's key nor the tenant's.
var ErrNoKey = errors.New("no key for this tenant: give the service's key file, or the tenant's")

// keySize is the length of every key, in bytes.
const keySize = 32

// Ring holds the service's key, from which all tenants' keys follow, or one tenant's key.
type Ring struct {
	tenant string // whose key it is; empty for the service's
	key    []byte
}

// Generate returns a ring with a new key of a service.
func Generate() *Ring {
	key := make([]byte, keySize)
	rand.Read(key) // never fails
	return &Ring{key: key}
}

// Tenant returns the secrets of a tenant, or [ErrNoKey].
func (r *Ring) Tenant(name string) (*Tenant, error) {
	only, err := r.Only(name)
	if err != nil {
		return nil, err
	}
	return newTenant(name, only.key)
}

// Only returns a ring with the key of one tenant, for that tenant's clients.
func (r *Ring) Only(name string) (*Ring, error) {
	switch r.tenant {
	case name:
		return r, nil
	case "":
		key, err := derive(r.key, "tenant "+name)
		return &Ring{tenant: name, key: key}, err
	default:
		return nil, fmt.Errorf("%w: the key is that of %q, not of %q", ErrNoKey, r.tenant, name)
	}
}

// derive returns a key that follows from another, for one purpose. It is HKDF of RFC 5869.
func derive(key []byte, purpose string) ([]byte, error) {
	return hkdf.Key(sha256.New, key, nil, "gnark-prover "+purpose, keySize)
}
