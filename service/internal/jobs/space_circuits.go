package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// FindCircuit returns a circuit's manifest, without its names, by its digest or a name.
func (s *Space) FindCircuit(ctx context.Context, named string) (*circuit.Manifest, error) {
	digest, err := s.DigestOf(ctx, named)
	if err != nil {
		return nil, err
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

// isDigest tells whether a string is a SHA-256: a valid key of the bucket.
func isDigest(s string) bool { return isHex(s, 64) }

// isHex tells whether a string has that many digits in hexadecimal, and nothing else.
func isHex(s string, digits int) bool {
	return len(s) == digits && strings.Trim(s, "0123456789abcdef") == ""
}

// Circuits lists all manifests, with their names.
func (s *Space) Circuits(ctx context.Context) ([]*circuit.Manifest, error) {
	all := []*circuit.Manifest{} // never nil, which JSON shows
	if err := each(ctx, s.circuits, func(entry jetstream.KeyValueEntry) error {
		m, err := manifestOf(entry)
		all = append(all, m)
		return err
	}); err != nil {
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

// WatchCircuits calls back with all digests and manifests, and then with each new one, until the
// context ends. The manifest of a removed circuit is nil, and one that cannot be read is left out.
func (s *Space) WatchCircuits(ctx context.Context, changed func(string, *circuit.Manifest)) error {
	watcher, err := s.circuits.WatchAll(ctx)
	if err != nil {
		return err
	}
	go func() {
		defer watcher.Stop()
		for entry := range watcher.Updates() {
			if entry == nil { // the values so far end with it
			} else if entry.Operation() != jetstream.KeyValuePut {
				changed(entry.Key(), nil)
			} else if m, err := manifestOf(entry); err == nil {
				changed(entry.Key(), m)
			}
		}
	}()
	return nil
}

func manifestOf(entry jetstream.KeyValueEntry) (*circuit.Manifest, error) {
	m := new(circuit.Manifest)
	err := json.Unmarshal(entry.Value(), m)
	if err == nil && (m.Digest != entry.Key() || !isDigest(m.Digest)) {
		err = fmt.Errorf("it is that of %s", m.Digest)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: the manifest of %s: %w", circuit.ErrDamaged, entry.Key(), err)
	}
	return m, nil
}

// RemoveCircuit removes a circuit: the files that no other one has, its names, its manifest. It may
// be called again after any error. One that is added meanwhile may have to be added again.
func (s *Space) RemoveCircuit(ctx context.Context, m *circuit.Manifest) error {
	all, err := s.Circuits(ctx)
	if err != nil {
		return err
	}
	var names []string
	used := map[string]bool{}
	for _, other := range all {
		if other.Digest == m.Digest {
			names = other.Names
			continue
		}
		for _, file := range s.Files(ctx, other) {
			used[file.Digest] = true
		}
	}
	for _, file := range s.Files(ctx, m) {
		if err == nil && !used[file.Digest] {
			err = s.removeFile(ctx, file.Digest)
		}
	}
	for _, name := range names {
		if err == nil {
			err = s.names.Purge(ctx, keyOf(name))
		}
	}
	if err == nil {
		err = s.circuits.Purge(ctx, m.Digest)
	}
	return full(err)
}

// RemoveName takes a name away. One that is gone already is no error.
func (s *Space) RemoveName(ctx context.Context, name string) error {
	return full(s.names.Purge(ctx, keyOf(name)))
}

// Package client explains these errors.
var (
	ErrNoCircuit = errors.New("no such circuit: add it first")
	ErrFull      = errors.New("the tenant's share of the store is full: remove circuits, " +
		"let jobs end, or have the share enlarged")
	ErrName = errors.New("not a name of a circuit: up to 64 of a-z, 0-9, ., _ and -, " +
		"the first a letter or a digit")
	ErrNameTaken = errors.New("the name is another circuit's: replace it, or give another name")
)

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// CheckName returns [ErrName] unless a string, or none, can name a circuit. A digest cannot.
func CheckName(name string) error {
	if name != "" && !validName.MatchString(name) || isDigest(name) {
		return fmt.Errorf("%w: %.80q", ErrName, name)
	}
	return nil
}

// keyOf is the key of a name in the bucket. NATS's keys have no two dots in a row, nor one last.
func keyOf(name string) string { return strings.ReplaceAll(name, ".", "/") }

// Naming is a name that is to point at a circuit. An empty one names nothing.
type Naming struct {
	Name    string
	Replace bool // the name may point at another circuit so far
}

func (s *Space) check(ctx context.Context, n Naming, digest string) error {
	if err := CheckName(n.Name); n.Name == "" || err != nil {
		return err
	}
	now, err := s.DigestOf(ctx, n.Name)
	if err == nil && now != digest && !n.Replace {
		return fmt.Errorf("%w: %q", ErrNameTaken, n.Name)
	}
	if errors.Is(err, ErrNoCircuit) {
		return nil
	}
	return err
}

// point points a checked name at a circuit, unless another has taken it meanwhile.
func (s *Space) point(ctx context.Context, n Naming, digest string) error {
	if n.Name == "" {
		return nil
	}
	if n.Replace {
		_, err := s.names.PutString(ctx, keyOf(n.Name), digest)
		return err
	}
	_, err := s.names.Create(ctx, keyOf(n.Name), []byte(digest))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return s.check(ctx, n, digest)
	}
	return err
}

// DigestOf returns the digest that a name points at, or [ErrNoCircuit]. A digest stands for itself.
func (s *Space) DigestOf(ctx context.Context, name string) (string, error) {
	if isDigest(name) {
		return name, nil
	}
	entry, err := s.names.Get(ctx, keyOf(name))
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return "", fmt.Errorf("%w: %.80q", ErrNoCircuit, name)
	}
	if err != nil {
		return "", err
	}
	return string(entry.Value()), nil
}

// Names lists the names of all circuits, in order, by digest.
func (s *Space) Names(ctx context.Context) (map[string][]string, error) {
	names := map[string][]string{}
	err := each(ctx, s.names, func(entry jetstream.KeyValueEntry) error {
		digest := string(entry.Value())
		names[digest] = append(names[digest], strings.ReplaceAll(entry.Key(), "/", "."))
		slices.Sort(names[digest])
		return nil
	})
	return names, err
}

// each calls back with the entries of a bucket, until there is an error.
func each(
	ctx context.Context, bucket jetstream.KeyValue, found func(jetstream.KeyValueEntry) error,
) error {
	ctx, cancel := context.WithCancel(ctx) // a watcher lives as long as its context
	defer cancel()
	watcher, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watcher.Stop()
	for entry := range watcher.Updates() {
		if entry == nil { // the values so far end with it
			return nil
		}
		if err := found(entry); err != nil {
			return err
		}
	}
	return cmp.Or(context.Cause(ctx), nats.ErrConnectionClosed)
}
