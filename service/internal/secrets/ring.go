// Package secrets seals witnesses, and names things made of them, with the key of a service.
//
// A tenant has a key of its own, derived from the service's. Clients of the tenant hold that one
// alone. So no tenant can read, or guess the names of, anything of another's.
package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// Errors of a ring without the key, and of bytes that were not sealed with it for a purpose.
var (
	ErrNoKey  = errors.New("no key for this tenant: give the service's key file, or the tenant's")
	ErrSealed = errors.New("cannot be opened with this key")
)

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
	block, err := aes.NewCipher(derive(only.key, "sealing"))
	if err != nil {
		return nil, err
	}
	sealer, err := cipher.NewGCMWithRandomNonce(block)
	return &Tenant{Name: name, sealer: sealer, naming: derive(only.key, "naming")}, err
}

// Only returns a ring with the key of one tenant, for that tenant's clients.
func (r *Ring) Only(name string) (*Ring, error) {
	switch r.tenant {
	case name:
		return r, nil
	case "":
		return &Ring{tenant: name, key: derive(r.key, "tenant "+name)}, nil
	}
	return nil, fmt.Errorf("%w: the key is that of %q, not of %q", ErrNoKey, r.tenant, name)
}

// derive returns a key that follows from another, for one purpose. It is HKDF of RFC 5869.
func derive(key []byte, purpose string) []byte {
	derived, _ := hkdf.Key(sha256.New, key, nil, "gnark-prover "+purpose, keySize) // never fails
	return derived
}

// Tenant seals and names with the key of one tenant. It is safe for concurrent use.
type Tenant struct {
	Name   string
	sealer cipher.AEAD // with a random nonce before the sealed bytes
	naming []byte
}

// Seal encrypts plain by AES-256-GCM, for [Tenant.Open] with the same purpose. A random nonce comes
// first, so a key is good for some 2^32 seals. The result may go back by [Return].
func (t *Tenant) Seal(plain []byte, purpose string) []byte {
	to := Lend(len(plain) + t.sealer.Overhead())
	return t.sealer.Seal(to[:0], nil, plain, []byte(purpose))
}

// Open decrypts a result of [Tenant.Seal] in its memory, which is lost, or returns [ErrSealed].
func (t *Tenant) Open(sealed []byte, purpose string) ([]byte, error) {
	plain, err := t.sealer.Open(sealed[:0], nil, sealed, []byte(purpose))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", purpose, ErrSealed)
	}
	return plain, nil
}

// NameOf names parts by HMAC-SHA-256, cut to 128 bits: nobody without the key can guess by it.
func (t *Tenant) NameOf(parts ...[]byte) string {
	mac := hmac.New(sha256.New, t.naming)
	for _, part := range parts {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write(part)
	}
	return hex.EncodeToString(mac.Sum(nil)[:128/8])
}
