// Package secrets keeps the key of a service. With it, it seals witnesses, and names things that
// are made of witnesses.
//
// A tenant has a key of its own, derived from the service's. Clients of the tenant hold that one
// alone. So no tenant can read, or guess the names of, anything of another's.
package secrets

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// ErrSealed: the bytes were not sealed with this tenant's key for this purpose, or were changed.
var ErrSealed = errors.New("cannot be opened with this key")

// Tenant seals and names with the key of one tenant. It is safe for concurrent use.
type Tenant struct {
	name   string
	sealer cipher.AEAD // puts a random nonce before the sealed bytes
	opener cipher.AEAD // takes the nonce by itself
	naming []byte
}

func newTenant(name string, key []byte) (*Tenant, error) {
	sealing, err := derive(key, "sealing")
	if err != nil {
		return nil, err
	}
	naming, err := derive(key, "naming")
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(sealing)
	if err != nil {
		return nil, err
	}
	sealer, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	opener, err := cipher.NewGCM(block)
	return &Tenant{name: name, sealer: sealer, opener: opener, naming: naming}, err
}

// Name returns the tenant's name.
func (t *Tenant) Name() string { return t.name }

// Seal encrypts plain by AES-256-GCM, bound to a purpose: only [Tenant.Open] with the same purpose
// opens it. A random nonce comes first, so a key is good for some 2^32 seals.
func (t *Tenant) Seal(plain []byte, purpose string) []byte {
	return t.sealer.Seal(nil, nil, plain, []byte(purpose))
}

// SealLent is [Tenant.Seal] into a buffer that is to go back by [Return].
func (t *Tenant) SealLent(plain []byte, purpose string) []byte {
	to := Lend(len(plain) + t.sealer.Overhead())
	return t.sealer.Seal(to[:0], nil, plain, []byte(purpose))
}

// Open decrypts a result of [Tenant.Seal], or returns [ErrSealed].
func (t *Tenant) Open(sealed []byte, purpose string) ([]byte, error) {
	return t.OpenInPlace(bytes.Clone(sealed), purpose)
}

// OpenInPlace is [Tenant.Open] in the memory of the sealed bytes. These are lost after an error
// too.
func (t *Tenant) OpenInPlace(sealed []byte, purpose string) ([]byte, error) {
	size := t.opener.NonceSize()
	if len(sealed) < size {
		return nil, fmt.Errorf("%s: %w", purpose, ErrSealed)
	}
	nonce, sealed := sealed[:size], sealed[size:]
	plain, err := t.opener.Open(sealed[:0], nonce, sealed, []byte(purpose))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", purpose, ErrSealed)
	}
	return plain, nil
}

// nameSize is the number of bytes of a name, 128 bits.
const nameSize = 16

// NameOf returns a name of the parts, in hexadecimal. Whoever lacks the key cannot tell whether
// guessed parts have that name: it is HMAC-SHA-256, cut to 128 bits.
func (t *Tenant) NameOf(parts ...[]byte) string {
	mac := hmac.New(sha256.New, t.naming)
	for _, part := range parts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write(part)
	}
	return hex.EncodeToString(mac.Sum(nil)[:nameSize])
}

var (
	// ErrKeyFile: a file does not have the form of a key file; see [Ring.Write].
	ErrKeyFile = errors.New("not a key file of gnark-prover")
	// ErrExposed: others than its owner can read a file of secrets.
	ErrExposed = errors.New("others can read this file: chmod 600")
)

// header begins a key file. A tenant's name and the key follow, each after a space.
const header = "gnark-prover-key-1"

// Read returns the ring of a key file, which nobody but its owner may read.
func Read(path string) (*Ring, error) {
	text, err := ReadPrivate(path)
	if err != nil {
		return nil, err
	}
	fields := strings.Split(strings.TrimSpace(string(text)), " ")
	if len(fields) != 3 || fields[0] != header {
		return nil, fmt.Errorf("%s: %w", path, ErrKeyFile)
	}
	key, err := base64.StdEncoding.DecodeString(fields[2])
	if err != nil || len(key) != keySize {
		return nil, fmt.Errorf("%s: %w", path, ErrKeyFile)
	}
	return &Ring{tenant: fields[1], key: key}, nil
}

// Write writes a ring to a new file that its owner alone can read. It replaces no file.
func (r *Ring) Write(path string) error {
	return WritePrivate(path, fmt.Appendf(nil, "%s %s %s\n", header, r.tenant,
		base64.StdEncoding.EncodeToString(r.key)))
}

// ReadOrCreate returns the ring of a key file. It makes the file where there is none.
func ReadOrCreate(path string) (*Ring, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		ring := Generate()
		return ring, ring.Write(path)
	}
	return Read(path)
}

// ReadPrivate reads a file, or returns [ErrExposed].
func ReadPrivate(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: %w", path, ErrExposed)
	}
	return os.ReadFile(path)
}

// WritePrivate writes a new file that its owner alone can read.
func WritePrivate(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}
