package store

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

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
