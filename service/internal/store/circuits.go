package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoCircuit: no circuit has this digest or name.
var ErrNoCircuit = errors.New("no such circuit: add it first")

// FindCircuit returns the manifest of a circuit by its digest or a name. The manifest lacks its
// names.
func (s *Space) FindCircuit(ctx context.Context, named string) (*circuit.Manifest, error) {
	digest, err := named, error(nil)
	if !isDigest(named) {
		if digest, err = s.digestOf(ctx, named); err != nil {
			return nil, err
		}
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

// isDigest tells whether a string is a SHA-256 in hexadecimal: a valid key of the bucket.
func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// Circuits lists all manifests, with their names.
func (s *Space) Circuits(ctx context.Context) ([]*circuit.Manifest, error) {
	all := []*circuit.Manifest{} // never nil, which JSON shows
	err := each(ctx, s.circuits, func(entry jetstream.KeyValueEntry) error {
		m, err := manifestOf(entry)
		all = append(all, m)
		return err
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

// WatchCircuits yields all digests and manifests, and then each new one. It ends when the context
// is cancelled. The manifest of a circuit that was removed is nil. Manifests that cannot be read
// are left out.
func (s *Space) WatchCircuits(ctx context.Context) (iter.Seq2[string, *circuit.Manifest], error) {
	watcher, err := s.circuits.WatchAll(ctx)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, *circuit.Manifest) bool) {
		defer watcher.Stop()
		for entry := range watcher.Updates() {
			if entry == nil {
				continue
			}
			m, err := manifestOf(entry)
			if entry.Operation() != jetstream.KeyValuePut {
				m, err = nil, nil
			}
			if err == nil && !yield(entry.Key(), m) {
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

// chunkSize is the length of a message with a part of a file, in bytes. NATS takes up to 1 MiB.
const chunkSize = 512 << 10

// AddCircuit stores the missing files of a circuit, then its manifest. It points a name at it. It
// fails with [ErrName], [ErrNameTaken] or [ErrFull].
func (s *Space) AddCircuit(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, n Naming,
) error {
	if err := s.check(ctx, n, m.Digest); err != nil {
		return err
	}
	for _, file := range files {
		if err := s.addFile(ctx, file); err != nil {
			return fmt.Errorf("storing file %s: %w", file.Digest, Full(err))
		}
	}
	m.Names = nil
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if _, err := s.circuits.Put(ctx, m.Digest, text); err != nil {
		return Full(err)
	}
	if err := s.point(ctx, n, m.Digest); err != nil {
		return err
	}
	return s.AddNames(ctx, m)
}

func (s *Space) addFile(ctx context.Context, file circuit.File) error {
	stored, err := s.files.GetInfo(ctx, file.Digest)
	if err == nil && isOf(stored, file.Part) || !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err // it is there, or the store fails
	}
	if err := s.Room(ctx, file.Size); err != nil {
		return err
	}
	from, err := file.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	stored, err = s.files.Put(ctx, jetstream.ObjectMeta{
		Name: file.Digest, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkSize},
	}, from)
	if err == nil && !isOf(stored, file.Part) {
		return errors.Join(errChanged, s.files.Delete(ctx, file.Digest))
	}
	return err
}

// errChanged: a file was written to while it was read.
var errChanged = errors.New("the file changes while it is read")

// isOf tells whether an object has the digest of a file. JetStream's digest is SHA-256 too.
func isOf(stored *jetstream.ObjectInfo, part circuit.Part) bool {
	digest, err := jetstream.DecodeObjectDigest(stored.Digest)
	return err == nil && hex.EncodeToString(digest) == part.Digest
}

// Files returns the files of a circuit in the store. Their readers fail with circuit.ErrDamaged
// unless the bytes have the digests of the manifest.
func (s *Space) Files(ctx context.Context, m *circuit.Manifest) circuit.Files {
	return m.Files(func(part circuit.Part) (io.ReadCloser, error) { return s.openFile(ctx, part) })
}

// openFile opens a file in the store.
//
// It asks for one message after the other. JetStream's client would have the server send as much
// as 32 MiB ahead, which it keeps for each connection that is slow.
func (s *Space) openFile(ctx context.Context, part circuit.Part) (io.ReadCloser, error) {
	stored, err := s.files.GetInfo(ctx, part.Digest)
	if err == nil && !isOf(stored, part) {
		err = circuit.ErrDamaged
	}
	var stream jetstream.Stream
	if err == nil {
		stream, err = s.JetStream.Stream(ctx, "OBJ_"+filesBucket)
	}
	if err != nil {
		return nil, fmt.Errorf("file %s: %w", part.Digest, err)
	}
	return &storedFile{
		ctx: ctx, part: part, stream: stream, digest: sha256.New(), left: stored.Chunks,
		subject: fmt.Sprintf("$O.%s.C.%s", filesBucket, stored.NUID),
	}, nil
}

// storedFile reads the messages of a file.
type storedFile struct {
	ctx     context.Context
	part    circuit.Part
	stream  jetstream.Stream
	subject string
	last    uint64 // sequence number of the message that was read
	left    uint32 // messages
	unread  []byte
	digest  hash.Hash
}

// Read implements io.Reader. At the end it returns [circuit.ErrDamaged] unless the bytes have the
// digest.
func (f *storedFile) Read(to []byte) (int, error) {
	for len(f.unread) == 0 {
		if f.left == 0 {
			if hex.EncodeToString(f.digest.Sum(nil)) != f.part.Digest {
				return 0, circuit.ErrDamaged
			}
			return 0, io.EOF
		}
		m, err := f.stream.GetMsg(f.ctx, f.last+1, jetstream.WithGetMsgSubject(f.subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = circuit.ErrDamaged
		}
		if err != nil {
			return 0, fmt.Errorf("file %s: %w", f.part.Digest, err)
		}
		f.last, f.left, f.unread = m.Sequence, f.left-1, m.Data
		f.digest.Write(m.Data)
	}
	n := copy(to, f.unread)
	f.unread = f.unread[n:]
	return n, nil
}

func (f *storedFile) Close() error { return nil }

var (
	// ErrName: a string cannot name a circuit.
	ErrName = errors.New("not a name of a circuit: up to 64 of a-z, 0-9, ., _ and -, " +
		"the first a letter or a digit")
	// ErrNameTaken: a name points at another circuit.
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
	now, err := s.digestOf(ctx, n.Name)
	switch {
	case errors.Is(err, ErrNoCircuit):
		return nil
	case err == nil && now != digest && !n.Replace:
		return fmt.Errorf("%w: %q", ErrNameTaken, n.Name)
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
		return Full(err)
	}
	_, err := s.names.Create(ctx, keyOf(n.Name), []byte(digest))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return s.check(ctx, n, digest)
	}
	return Full(err)
}

// digestOf returns the digest that a name points at, or [ErrNoCircuit].
func (s *Space) digestOf(ctx context.Context, name string) (string, error) {
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
		names[digest] = append(names[digest], nameOf(entry.Key()))
		return nil
	})
	for _, list := range names {
		slices.Sort(list)
	}
	return names, err
}

// each calls back with the entries of a bucket, until a call fails.
func each(
	ctx context.Context, bucket jetstream.KeyValue, call func(jetstream.KeyValueEntry) error,
) error {
	ctx, cancel := context.WithCancel(ctx) // a watcher lives as long as its context
	defer cancel()
	watcher, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watcher.Stop()
	for entry := range watcher.Updates() {
		if entry == nil {
			return nil // the values so far end with nil
		}
		if err := call(entry); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// RemoveCircuit removes a circuit: the files that no other circuit has, its names, its manifest. It
// may be called again after any error.
//
// A file that a circuit added at that moment has as well may go. To add that circuit again stores
// the file again.
func (s *Space) RemoveCircuit(ctx context.Context, m *circuit.Manifest) error {
	all, err := s.Circuits(ctx)
	if err != nil {
		return err
	}
	unused := map[string]bool{}
	for _, file := range s.Files(ctx, m) {
		unused[file.Digest] = true
	}
	var names []string
	for _, other := range all {
		if other.Digest == m.Digest {
			names = other.Names
			continue
		}
		for _, file := range s.Files(ctx, other) {
			delete(unused, file.Digest)
		}
	}
	for digest := range unused {
		if err := s.removeFile(ctx, digest); err != nil {
			return Full(err)
		}
	}
	for _, name := range names {
		if err := s.RemoveName(ctx, name); err != nil {
			return err
		}
	}
	return Full(s.circuits.Purge(ctx, m.Digest))
}

// RemoveName takes a name away. One that is gone already is no error.
func (s *Space) RemoveName(ctx context.Context, name string) error {
	return Full(s.names.Purge(ctx, keyOf(name)))
}

// removeFile removes a file, if it is there. Its content goes before the object store notes that,
// for which a full share has no room.
func (s *Space) removeFile(ctx context.Context, digest string) error {
	stored, err := s.files.GetInfo(ctx, digest)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	stream, err := s.JetStream.Stream(ctx, "OBJ_"+stored.Bucket)
	if err != nil {
		return err
	}
	chunks := "$O." + stored.Bucket + ".C." + stored.NUID
	if err := stream.Purge(ctx, jetstream.WithPurgeSubject(chunks)); err != nil {
		return err
	}
	return s.files.Delete(ctx, digest)
}
