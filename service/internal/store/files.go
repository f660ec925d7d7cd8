package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

// chunkSize is the length of a message with a part of a file, in bytes. NATS takes up to 1 MiB.
const chunkSize = 512 << 10

// AddCircuit stores the files of a circuit that are not there yet, then its manifest, and points a
// name at it. It fails with [ErrName], [ErrNameTaken] or [ErrFull].
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

// slowest is the least rate at which a file is read, in bytes a second: the decompression of keys
// on a few cores takes its time.
const slowest = 128 << 10

// openFile opens a file in the store. JetStream's client reads it within a time only.
func (s *Space) openFile(ctx context.Context, part circuit.Part) (io.ReadCloser, error) {
	patience := time.Minute + time.Duration(part.Size/slowest)*time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	object, err := s.files.Get(ctx, part.Digest)
	if err == nil {
		var stored *jetstream.ObjectInfo
		if stored, err = object.Info(); err == nil && !isOf(stored, part) {
			err = errors.Join(circuit.ErrDamaged, object.Close())
		}
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("file %s: %w", part.Digest, err)
	}
	return &storedFile{object, ctx, cancel}, nil
}

type storedFile struct {
	object jetstream.ObjectResult
	ctx    context.Context // of the object
	cancel context.CancelFunc
}

// Read implements io.Reader. JetStream's client compares the digest at the end. It finds another as
// well where the context ended the object early.
func (f *storedFile) Read(to []byte) (int, error) {
	n, err := f.object.Read(to)
	switch {
	case errors.Is(err, jetstream.ErrDigestMismatch) && f.ctx.Err() != nil:
		err = context.Cause(f.ctx)
	case errors.Is(err, jetstream.ErrDigestMismatch):
		err = circuit.ErrDamaged
	}
	return n, err
}

func (f *storedFile) Close() error {
	defer f.cancel()
	return f.object.Close()
}
