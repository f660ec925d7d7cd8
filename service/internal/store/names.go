package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Package client explains these errors.
var (
	ErrName = errors.New("not a name of a circuit: up to 64 of a-z, 0-9, ., _ and -, " +
		"the first a letter or a digit")
	ErrNameTaken = errors.New("the name is another circuit's: replace it, or give another name")
)

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// CheckName returns [ErrName] unless a string can name a circuit. A digest names its own alone.
func CheckName(name string) error {
	if !validName.MatchString(name) || isDigest(name) {
		return fmt.Errorf("%w: %.80q", ErrName, name)
	}
	return nil
}

// keyOf is the key of a name in the bucket. NATS's keys have no two dots in a row, nor one last.
func keyOf(name string) string { return strings.ReplaceAll(name, ".", "/") }

func nameOf(key string) string { return strings.ReplaceAll(key, "/", ".") }

// Naming is a name that is to point at a circuit. An empty one names nothing.
type Naming struct {
	Name    string
	Replace bool // the name may point at another circuit so far
}

// check returns [ErrName] or [ErrNameTaken] where the circuit cannot have the name.
func (s *Space) check(ctx context.Context, n Naming, digest string) error {
	if n.Name == "" {
		return nil
	}
	if err := CheckName(n.Name); err != nil {
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
	entries, err := entriesOf(ctx, s.names)
	for _, entry := range entries {
		digest := string(entry.Value())
		names[digest] = append(names[digest], nameOf(entry.Key()))
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names, err
}

func entriesOf(
	ctx context.Context, bucket jetstream.KeyValue,
) (all []jetstream.KeyValueEntry, err error) {
	ctx, cancel := context.WithCancel(ctx) // a watcher lives as long as its context
	defer cancel()
	watcher, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer watcher.Stop()
	for entry := range watcher.Updates() {
		if entry == nil {
			return all, nil // the values so far end with nil
		}
		all = append(all, entry)
	}
	return nil, cmp.Or(context.Cause(ctx), nats.ErrConnectionClosed)
}
