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
func (s *Space) WatchCircuits(
	ctx context.Context,
) (iter.Seq2[string, *circuit.Manifest], error) {
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
