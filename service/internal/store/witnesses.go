package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoWitness: the witness of a job is gone: the job has ended, or was kept for too long.
var ErrNoWitness = errors.New("the witness is gone")

// witnessStream holds witnesses in pieces, a message each, sealed by themselves. The last piece is
// the one that is shorter than the others, so that a witness that lacks its end does not open.
//
// JetStream's object store would take two messages and three round trips more for each witness, and
// leave a message behind.
const witnessStream = "witnesses"

// pieceSize is the length of every piece but the last, in bytes.
const pieceSize = 512 << 10

// witnessConfig describes the stream. A piece that is stored again replaces itself.
func witnessConfig(limits Limits) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: witnessStream, Description: "sealed witnesses of jobs under way",
		Subjects: []string{witnessStream + ".>"}, MaxMsgsPerSubject: 1, MaxAge: limits.Keep,
	}
}

// piece says where a piece of a witness is stored, and for which purpose it is sealed.
func piece(name string, i int) (subject, purpose string) {
	return fmt.Sprintf("%s.%s.%d", witnessStream, name, i),
		fmt.Sprintf("witness %s piece %d", name, i)
}

// PutWitness seals a witness and stores it under a name, which is a token of NATS's subjects or
// several.
func (s *Space) PutWitness(ctx context.Context, name string, full []byte) error {
	for i := 0; ; i++ {
		length := min(pieceSize, len(full))
		subject, purpose := piece(name, i)
		_, err := s.JetStream.Publish(ctx, subject, s.Secrets.Seal(full[:length], purpose))
		if err != nil || length < pieceSize {
			return err
		}
		full = full[length:]
	}
}

// Witness returns the witness of that name, which the caller clears, or [ErrNoWitness].
func (s *Space) Witness(ctx context.Context, name string) ([]byte, error) {
	var pieces [][]byte
	for {
		subject, purpose := piece(name, len(pieces))
		sealed, err := s.witnesses.GetLastMsgForSubject(ctx, subject)
		var opened []byte
		if err == nil {
			opened, err = s.Secrets.Open(sealed.Data, purpose)
		}
		pieces = append(pieces, opened)
		if err == nil && len(opened) == pieceSize {
			continue
		}
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = fmt.Errorf("%w: %s", ErrNoWitness, name)
		}
		return joined(pieces), err
	}
}

// joined returns the pieces as one, and clears them.
func joined(pieces [][]byte) []byte {
	if len(pieces) == 1 {
		return pieces[0]
	}
	whole := slices.Concat(pieces...)
	for _, piece := range pieces {
		clear(piece)
	}
	return whole
}

// DeleteWitness deletes a witness. One that is gone already is no error.
func (s *Space) DeleteWitness(ctx context.Context, name string) error {
	subject := fmt.Sprintf("%s.%s.*", witnessStream, name)
	return s.witnesses.Purge(ctx, jetstream.WithPurgeSubject(subject))
}
