package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

var (
	// ErrNoCircuit: no circuit has this digest or name.
	ErrNoCircuit = errors.New("no such circuit: add it first")
	// ErrAmbiguous: several circuits have this name, or digests that begin so.
	ErrAmbiguous = errors.New("several circuits match: give the digest")
)

// Circuit returns the manifest of a circuit by its digest, or [ErrNoCircuit].
func (s *Space) Circuit(ctx context.Context, digest string) (*circuit.Manifest, error) {
	if !isDigest(digest) {
		return nil, fmt.Errorf("%w: %q is no digest", ErrNoCircuit, digest)
	}
	entry, err := s.circuits.Get(ctx, digest)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, fmt.Errorf("%w: %s", ErrNoCircuit, digest)
	}
	if err != nil {
		return nil, err
	}
	return manifestOf(entry)
}

// FindCircuit returns the manifest of a circuit by its name, its digest, or the first eight or more
// characters of the digest.
func (s *Space) FindCircuit(ctx context.Context, named string) (*circuit.Manifest, error) {
	if isDigest(named) {
		return s.Circuit(ctx, named)
	}
	if named == "" {
		return nil, fmt.Errorf("%w: it is not named", ErrNoCircuit)
	}
	all, err := s.Circuits(ctx)
	if err != nil {
		return nil, err
	}
	var found *circuit.Manifest
	for _, m := range all {
		if m.Name != named && !(len(named) >= 8 && strings.HasPrefix(m.Digest, named)) {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%w: %q", ErrAmbiguous, named)
		}
		found = m
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %q", ErrNoCircuit, named)
	}
	return found, nil
}

// isDigest tells whether a string is a SHA-256 in hexadecimal, and so a valid key of the bucket.
func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// Circuits lists all manifests.
func (s *Space) Circuits(ctx context.Context) ([]*circuit.Manifest, error) {
	ctx, cancel := context.WithCancel(ctx) // a watcher lives as long as its context
	defer cancel()
	watcher, err := s.circuits.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer watcher.Stop()
	var all []*circuit.Manifest
	for entry := range watcher.Updates() {
		if entry == nil {
			return all, nil // the values so far end with nil
		}
		m, err := manifestOf(entry)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return nil, context.Cause(ctx)
}

// WatchCircuits yields the manifests that there are, and then each that comes, until the context is
// cancelled. Manifests that cannot be read are left out.
func (s *Space) WatchCircuits(ctx context.Context) (iter.Seq[*circuit.Manifest], error) {
	watcher, err := s.circuits.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	return func(yield func(*circuit.Manifest) bool) {
		defer watcher.Stop()
		for entry := range watcher.Updates() {
			if entry == nil {
				continue
			}
			if m, err := manifestOf(entry); err == nil && !yield(m) {
				return
			}
		}
	}, nil
}

func manifestOf(entry jetstream.KeyValueEntry) (*circuit.Manifest, error) {
	m := new(circuit.Manifest)
	if err := json.Unmarshal(entry.Value(), m); err != nil {
		return nil, fmt.Errorf("%w: the manifest of %s: %w", circuit.ErrDamaged, entry.Key(), err)
	}
	if m.Digest != entry.Key() {
		return nil, fmt.Errorf("%w: the manifest of %s is that of %s", circuit.ErrDamaged,
			entry.Key(), m.Digest)
	}
	return m, nil
}
