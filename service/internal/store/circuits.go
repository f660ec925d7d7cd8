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
	// ErrAmbiguous: several circuits have digests that begin so.
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

// FindCircuit returns the manifest of a circuit, without its names, by a name, its digest, or the
// first eight or more characters of the digest.
func (s *Space) FindCircuit(ctx context.Context, named string) (*circuit.Manifest, error) {
	if isDigest(named) {
		return s.Circuit(ctx, named)
	}
	if CheckName(named) == nil {
		digest, err := s.digestOf(ctx, named)
		if err == nil {
			return s.Circuit(ctx, digest)
		}
		if !errors.Is(err, ErrNoCircuit) {
			return nil, err
		}
	}
	return s.begins(ctx, named)
}

// begins returns the manifest whose digest begins so.
func (s *Space) begins(ctx context.Context, start string) (found *circuit.Manifest, err error) {
	if len(start) < 8 {
		return nil, fmt.Errorf("%w: %q", ErrNoCircuit, start)
	}
	err = s.manifests(ctx, func(m *circuit.Manifest) error {
		if !strings.HasPrefix(m.Digest, start) {
			return nil
		}
		if found != nil {
			return fmt.Errorf("%w: %q", ErrAmbiguous, start)
		}
		found = m
		return nil
	})
	if err == nil && found == nil {
		err = fmt.Errorf("%w: %.80q", ErrNoCircuit, start)
	}
	return found, err
}

// isDigest tells whether a string is a SHA-256 in hexadecimal, and so a valid key of the bucket.
func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// Circuits lists all manifests, with their names.
func (s *Space) Circuits(ctx context.Context) ([]*circuit.Manifest, error) {
	all := []*circuit.Manifest{} // never nil, which JSON shows
	err := s.manifests(ctx, func(m *circuit.Manifest) error {
		all = append(all, m)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, s.AddNames(ctx, all...)
}

// AddNames adds the names to manifests.
func (s *Space) AddNames(ctx context.Context, to ...*circuit.Manifest) error {
	names, err := s.Names(ctx)
	for _, m := range to {
		m.Names = names[m.Digest]
	}
	return err
}

// manifests calls back with each manifest, until a call fails.
func (s *Space) manifests(ctx context.Context, call func(*circuit.Manifest) error) error {
	return each(ctx, s.circuits, func(entry jetstream.KeyValueEntry) error {
		m, err := manifestOf(entry)
		if err != nil {
			return err
		}
		return call(m)
	})
}

// Change is a circuit that came, or one that was removed.
type Change struct {
	Digest  string
	Circuit *circuit.Manifest // nil for one that was removed
}

// WatchCircuits yields the circuits that there are, and then each change, until the context is
// cancelled. Manifests that cannot be read are left out.
func (s *Space) WatchCircuits(ctx context.Context) (iter.Seq[Change], error) {
	watcher, err := s.circuits.WatchAll(ctx)
	if err != nil {
		return nil, err
	}
	return func(yield func(Change) bool) {
		defer watcher.Stop()
		for entry := range watcher.Updates() {
			if entry == nil {
				continue
			}
			change := Change{Digest: entry.Key()}
			if entry.Operation() == jetstream.KeyValuePut {
				m, err := manifestOf(entry)
				if err != nil {
					continue
				}
				change.Circuit = m
			}
			if !yield(change) {
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
