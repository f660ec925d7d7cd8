package jobs

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Errors of a witness. One is gone where its job has ended, or was kept for too long.
var (
	ErrNoWitness     = errors.New("the witness is gone")
	ErrSmallMessages = errors.New("NATS's max_payload is too small: give it 1 MiB or more")
)

const (
	witnessStreams  = 8          // each writes one message after the other, by a call of fsync
	followed        = "Followed" // a header of all pieces but the last
	messageOverhead = 4 << 10    // bounds a message's subject, header, nonce and tag, in bytes
	pieces          = 3          // read at once; a server keeps them for a slow connection
)

// shardOf returns the number of the stream that holds a witness, in pieces, a message each.
//
// Each piece is sealed as one that others follow, or as the last one, so that a witness that lacks
// its end does not open. JetStream's object store would take more messages and round trips.
func shardOf(name string) int { return int(crc32.ChecksumIEEE([]byte(name)) % witnessStreams) }

func witnessStream(i int) string { return fmt.Sprintf("witnesses-%d", i) }

// piece returns the subject of a witness's piece, and the purpose of its seal.
func piece(name string, i int, last bool) (subject, purpose string) {
	subject = fmt.Sprintf("%s.%s.%d", witnessStream(shardOf(name)), name, i)
	if last {
		return subject, fmt.Sprintf("witness %s last piece %d", name, i)
	}
	return subject, fmt.Sprintf("witness %s piece %d", name, i)
}

// PutWitness seals a witness and stores it under a name. The name is one or several tokens of
// NATS's subjects. Pieces are as long as the server takes messages. It fails with [ErrFull].
func (s *Space) PutWitness(ctx context.Context, name string, witness []byte) error {
	length := int(s.Conn.MaxPayload()) - messageOverhead
	if length < 1 {
		return fmt.Errorf("%w: max_payload is %d bytes", ErrSmallMessages, s.Conn.MaxPayload())
	}
	for i := 0; ; i++ {
		last := len(witness) <= length
		length = min(length, len(witness))
		subject, purpose := piece(name, i, last)
		m := nats.NewMsg(subject)
		if !last {
			m.Header.Set(followed, "1")
		}
		m.Data = s.Secrets.Seal(witness[:length], purpose)
		timed, cancel := context.WithTimeout(ctx, sendTime(length))
		_, err := s.JetStream.PublishMsg(timed, m)
		cancel()
		secrets.Return(m.Data) // the connection has copied it
		if err != nil || last {
			return full(err)
		}
		witness = witness[length:]
	}
}

// sendTime bounds the wait until a piece is stored, which a slow network takes long to carry.
func sendTime(bytes int) time.Duration {
	const answer, minSpeed = 5 * time.Second, 256 << 10 // bytes a second
	return answer + time.Duration(bytes)*time.Second/minSpeed
}

// Witness returns the pieces of a witness, none beyond a length, or [ErrNoWitness]. The caller
// clears them, after an error too.
func (s *Space) Witness(
	ctx context.Context, name string, length int64,
) (pieces [][]byte, err error) {
	for last := false; !last; {
		sealed, err := s.read(ctx, name, len(pieces))
		if err != nil {
			return pieces, err
		}
		last = sealed.Header.Get(followed) == ""
		_, purpose := piece(name, len(pieces), last)
		opened, err := s.Secrets.Open(sealed.Data, purpose)
		if err != nil {
			return pieces, err
		}
		pieces = append(pieces, opened)
		if length -= int64(len(opened)); length < 0 {
			return pieces, fmt.Errorf("%w: it is too long", circuit.ErrMalformedWitness)
		}
	}
	return pieces, nil
}

func (s *Space) read(ctx context.Context, name string, i int) (*jetstream.RawStreamMsg, error) {
	if s.reading.Acquire(ctx, 1) != nil {
		return nil, context.Cause(ctx)
	}
	defer s.reading.Release(1)
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	subject, _ := piece(name, i, false)
	sealed, err := s.witnesses[shardOf(name)].GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		err = fmt.Errorf("%w: %s", ErrNoWitness, name)
	}
	return sealed, err
}

// ClearAll zeroes pieces of a witness.
func ClearAll(pieces [][]byte) {
	for _, piece := range pieces {
		clear(piece)
	}
}

// DeleteWitness deletes a witness. One that is gone already is no error.
func (s *Space) DeleteWitness(ctx context.Context, name string) error {
	subject := fmt.Sprintf("%s.%s.*", witnessStream(shardOf(name)), name)
	return s.witnesses[shardOf(name)].Purge(ctx, jetstream.WithPurgeSubject(subject))
}
