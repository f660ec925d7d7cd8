package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

// AddCircuit stores a circuit, or fails with [ErrName], [ErrNameTaken] or [ErrFull].
func (s *Space) AddCircuit(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, n Naming,
) error {
	if err := s.AddFiles(ctx, m, files, n); err != nil {
		return err
	}
	m.Names = nil
	text, err := json.Marshal(m)
	if err == nil {
		_, err = s.circuits.Put(ctx, m.Digest, text)
	}
	if err == nil {
		err = s.point(ctx, n, m.Digest)
	}
	if err != nil {
		return full(err)
	}
	return s.AddNames(ctx, m)
}

// AddFiles stores the missing files of a circuit, if it may have the name.
func (s *Space) AddFiles(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, n Naming,
) error {
	if err := s.check(ctx, n, m.Digest); err != nil {
		return err
	}
	for _, file := range files {
		if err := s.addFile(ctx, file); err != nil {
			return fmt.Errorf("storing file %s: %w", file.Digest, full(err))
		}
	}
	return nil
}

func (s *Space) addFile(ctx context.Context, file circuit.File) error {
	stored, err := s.files.GetInfo(ctx, file.Digest)
	if err == nil && isOf(stored, file.Part) {
		return nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	if err := s.Room(ctx, file.Size); err != nil {
		return err
	}
	from, err := file.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	const chunk = 512 << 10 // bytes of a message; NATS takes up to 1 MiB
	stored, err = s.files.Put(ctx, jetstream.ObjectMeta{
		Name: file.Digest, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunk},
	}, from)
	if err == nil && !isOf(stored, file.Part) {
		return errors.Join(errors.New("the file changes while it is read"),
			s.files.Delete(ctx, file.Digest))
	}
	return err
}

// isOf tells whether an object has the digest of a file. JetStream's digest is SHA-256 too.
func isOf(stored *jetstream.ObjectInfo, part circuit.Part) bool {
	digest, err := jetstream.DecodeObjectDigest(stored.Digest)
	return err == nil && hex.EncodeToString(digest) == part.Digest
}

// Files returns a circuit's files in the store. Bytes of another digest are circuit.ErrDamaged.
func (s *Space) Files(ctx context.Context, m *circuit.Manifest) (files circuit.Files) {
	for i, part := range []circuit.Part{m.System, m.ProvingKey, m.VerifyingKey} {
		files[i] = circuit.File{Part: part, Open: func() (io.ReadCloser, error) {
			return s.openFile(ctx, part)
		}}
	}
	return files
}

// openFile opens a file in the store. It asks for one message after the other: JetStream's client
// would have the server keep 32 MiB ahead for each connection that is slow.
func (s *Space) openFile(ctx context.Context, part circuit.Part) (io.ReadCloser, error) {
	timed, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	stored, err := s.files.GetInfo(timed, part.Digest)
	if err == nil && !isOf(stored, part) {
		err = circuit.ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("file %s: %w", part.Digest, err)
	}
	return io.NopCloser(&storedFile{
		ctx: ctx, part: part, stream: s.content, digest: sha256.New(), left: stored.Chunks,
		subject: messagesOf(stored),
	}), nil
}

func messagesOf(stored *jetstream.ObjectInfo) string {
	return "$O." + filesBucket + ".C." + stored.NUID
}

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

// Read implements io.Reader. It ends with [circuit.ErrDamaged] unless the digest is right.
func (f *storedFile) Read(to []byte) (int, error) {
	for len(f.unread) == 0 {
		if f.left == 0 {
			if hex.EncodeToString(f.digest.Sum(nil)) != f.part.Digest {
				return 0, circuit.ErrDamaged
			}
			return 0, io.EOF
		}
		ctx, cancel := context.WithTimeout(f.ctx, answerTime)
		m, err := f.stream.GetMsg(ctx, f.last+1, jetstream.WithGetMsgSubject(f.subject))
		cancel()
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

// removeFile removes a file, and its content first, since a full share has no room for a note.
func (s *Space) removeFile(ctx context.Context, digest string) error {
	stored, err := s.files.GetInfo(ctx, digest)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err == nil {
		err = s.content.Purge(ctx, jetstream.WithPurgeSubject(messagesOf(stored)))
	}
	if err == nil {
		err = s.files.Delete(ctx, digest)
	}
	return err
}
