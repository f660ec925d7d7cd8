// Package store keeps a tenant's circuits, with their files, and witnesses in JetStream.
//
// A tenant is an account of NATS. Everything of a tenant lies in streams of that account, so the
// server itself keeps tenants apart.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// DefaultKeep is how long results, failures and dead letters are kept. No job may wait longer.
const DefaultKeep = 24 * time.Hour

// Space is a tenant's part of JetStream. It is safe for concurrent use.
type Space struct {
	Conn      *nats.Conn
	JetStream jetstream.JetStream
	Secrets   *secrets.Tenant
	Keep      time.Duration // counts where the streams are made, by whoever connects first

	circuits  jetstream.KeyValue          // manifests, by digest
	names     jetstream.KeyValue          // digests, by name
	files     jetstream.ObjectStore       // of circuits, by digest
	witnesses map[string]jetstream.Stream // sealed, by job; each stream by its name

	reading chan struct{} // see pieces

	// Until roomy, in nanoseconds since 1970, fewer bytes than small need no question; see Room.
	roomy, small atomic.Int64
}

// Open opens the space of a connection's account. It makes the streams that are missing.
func Open(
	ctx context.Context, conn *nats.Conn, ring *secrets.Ring, keep time.Duration,
) (*Space, error) {
	account, err := accountOf(ctx, conn)
	if err != nil {
		return nil, err
	}
	tenant, err := ring.Tenant(account)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	s := &Space{Conn: conn, JetStream: js, Secrets: tenant, Keep: keep,
		reading: make(chan struct{}, pieces),
	}
	if s.circuits, err = s.KeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: circuitsBucket, Description: "manifests of circuits, by digest",
	}); err != nil {
		return nil, err
	}
	if s.names, err = s.KeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: namesBucket, Description: "digests of circuits, by name",
	}); err != nil {
		return nil, err
	}
	files := jetstream.ObjectStoreConfig{
		Bucket: filesBucket, Description: "constraint systems and keys, by digest",
	}
	if s.files, err = openOrMake(ctx, files.Bucket, files, jetstream.ErrBucketNotFound,
		js.ObjectStore, js.CreateOrUpdateObjectStore); err != nil {
		return nil, err
	}
	return s, s.openWitnesses(ctx)
}

// Buckets lists the buckets that clients and workers watch.
var Buckets = []string{circuitsBucket, namesBucket}

const (
	circuitsBucket = "circuits"
	namesBucket    = "names"
	filesBucket    = "files"
)

// Subjects lists the subjects under which files and witnesses are stored.
func Subjects() []string {
	all := []string{"$O." + filesBucket + ".>"}
	for i := range witnessStreams {
		all = append(all, witnessStream(i)+".>")
	}
	return all
}

// Account is the name of the tenant.
func (s *Space) Account() string { return s.Secrets.Name() }

func accountOf(ctx context.Context, conn *nats.Conn) (string, error) {
	reply, err := conn.RequestWithContext(ctx, "$SYS.REQ.USER.INFO", nil)
	if err != nil {
		return "", fmt.Errorf("asking NATS for the account: %w", err)
	}
	var info struct {
		Data struct {
			Account string `json:"account"`
		} `json:"data"`
	}
	if err := json.Unmarshal(reply.Data, &info); err != nil || info.Data.Account == "" {
		return "", errors.New("asking NATS for the account: no account in the answer")
	}
	return info.Data.Account, nil
}

// KeyValue opens a bucket, or makes it.
func (s *Space) KeyValue(
	ctx context.Context, config jetstream.KeyValueConfig,
) (jetstream.KeyValue, error) {
	return openOrMake(ctx, config.Bucket, config, jetstream.ErrBucketNotFound,
		s.JetStream.KeyValue, s.JetStream.CreateOrUpdateKeyValue)
}

// Stream opens a stream, or makes it.
func (s *Space) Stream(
	ctx context.Context, config jetstream.StreamConfig,
) (jetstream.Stream, error) {
	return openOrMake(ctx, config.Name, config, jetstream.ErrStreamNotFound,
		s.JetStream.Stream, s.JetStream.CreateOrUpdateStream)
}

// openOrMake opens a bucket or a stream, and makes it where it is missing. The error given says
// that it is missing. Two that make it at once make the same.
func openOrMake[T, C any](
	ctx context.Context, name string, config C, missing error,
	open func(context.Context, string) (T, error), create func(context.Context, C) (T, error),
) (opened T, err error) {
	if opened, err = open(ctx, name); errors.Is(err, missing) {
		opened, err = create(ctx, config)
	}
	return opened, err
}

// ErrFull: a tenant stores as much as it may.
var ErrFull = errors.New("the tenant's share of the store is full: remove circuits, " +
	"let jobs end, or have the share enlarged")

// JetStream's errors where a limit keeps a message out. exceeded is for the limit of an account,
// exhausted for that of the whole server.
var (
	exceeded  = &jetstream.APIError{ErrorCode: 10002}
	exhausted = &jetstream.APIError{ErrorCode: 10023}
)

// Full explains the error of a write.
func Full(err error) error {
	if errors.Is(err, exceeded) || errors.Is(err, exhausted) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// Room returns [ErrFull] unless the tenant may store n bytes more. The last tenth of a share is
// left to the ends of jobs, and to removals. While less than half of a share is taken, the server
// is asked once a second for small n: NATS's own limit holds meanwhile.
func (s *Space) Room(ctx context.Context, n int64) error {
	if now := time.Now().UnixNano(); n < s.small.Load() && now < s.roomy.Load() {
		return nil
	}
	account, err := s.JetStream.AccountInfo(ctx)
	if err != nil {
		return err
	}
	share, taken := account.Limits.MaxStore, int64(account.Store)
	if share < 0 {
		share = math.MaxInt64
	}
	if taken+n < share/2 {
		s.small.Store(share / 1000)
		s.roomy.Store(time.Now().Add(time.Second).UnixNano())
	}
	if taken+n <= share-share/10 {
		return nil
	}
	return fmt.Errorf("%w: %d of %d MiB are taken, and %d more bytes do not fit", ErrFull,
		taken>>20, share>>20, n)
}

// ErrNoWitness: the witness of a job is gone: the job has ended, or was kept for too long.
var ErrNoWitness = errors.New("the witness is gone")

// ErrSmallMessages: the server's limit for messages leaves no room for a witness.
var ErrSmallMessages = errors.New("NATS's max_payload is too small: give it 1 MiB or more")

// witnessStreams is the number of streams that share the witnesses. A stream writes one message
// after the other, each with its own call of fsync.
const witnessStreams = 8

// streamOf returns the name of the stream that holds a witness.
//
// A stream holds witnesses in pieces, a message each, sealed by themselves. Each piece is sealed as
// one that others follow, or as the last one, so that a witness that lacks its end does not open.
// JetStream's object store would take two messages and three round trips more for each witness, and
// leave a message behind.
func streamOf(name string) string {
	return witnessStream(int(crc32.ChecksumIEEE([]byte(name)) % witnessStreams))
}

func witnessStream(i int) string { return fmt.Sprintf("witnesses-%d", i) }

// followed is a header of all pieces but the last.
const followed = "Followed"

// messageOverhead bounds the bytes of a message beside the piece: subject, header, nonce and tag.
const messageOverhead = 4 << 10

// openWitnesses opens the streams of witnesses, by name, and makes the missing ones. A piece that
// is stored again replaces itself. Pieces are read past JetStream's API, which would send them as
// text.
func (s *Space) openWitnesses(ctx context.Context) (err error) {
	s.witnesses = make(map[string]jetstream.Stream, witnessStreams)
	for i := range witnessStreams {
		name := witnessStream(i)
		if s.witnesses[name], err = s.Stream(ctx, jetstream.StreamConfig{
			Name: name, Description: "sealed witnesses of jobs under way",
			Subjects: []string{name + ".>"}, MaxMsgsPerSubject: 1, MaxAge: s.Keep,
			AllowDirect: true,
		}); err != nil {
			return err
		}
	}
	return nil
}

// piece returns the subject of a witness's piece, and the purpose of its seal.
func piece(name string, i int, last bool) (subject, purpose string) {
	subject = fmt.Sprintf("%s.%s.%d", streamOf(name), name, i)
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
		m.Data = s.Secrets.SealLent(witness[:length], purpose)
		_, err := s.JetStream.PublishMsg(ctx, m)
		secrets.Return(m.Data) // the connection has copied it
		if err != nil || last {
			return Full(err)
		}
		witness = witness[length:]
	}
}

// Witness returns the pieces of the witness of that name, in order, or [ErrNoWitness]. The caller
// clears them.
func (s *Space) Witness(ctx context.Context, name string) (pieces [][]byte, err error) {
	stream := s.witnesses[streamOf(name)]
	defer func() {
		if err != nil {
			ClearAll(pieces)
			pieces = nil
		}
	}()
	for last := false; !last; {
		subject, _ := piece(name, len(pieces), false)
		sealed, err := s.read(ctx, stream, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = fmt.Errorf("%w: %s", ErrNoWitness, name)
		}
		if err != nil {
			return pieces, err
		}
		last = sealed.Header.Get(followed) == ""
		_, purpose := piece(name, len(pieces), last)
		opened, err := s.Secrets.OpenInPlace(sealed.Data, purpose)
		if err != nil {
			return pieces, err
		}
		pieces = append(pieces, opened)
	}
	return pieces, nil
}

// pieces is how many pieces are read at once. A server keeps them for a slow connection.
const pieces = 3

func (s *Space) read(
	ctx context.Context, stream jetstream.Stream, subject string,
) (*jetstream.RawStreamMsg, error) {
	select {
	case s.reading <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-s.reading }()
	return stream.GetLastMsgForSubject(ctx, subject)
}

// ClearAll zeroes pieces of a witness.
func ClearAll(pieces [][]byte) {
	for _, piece := range pieces {
		clear(piece)
	}
}

// DeleteWitness deletes a witness. One that is gone already is no error.
func (s *Space) DeleteWitness(ctx context.Context, name string) error {
	stream := streamOf(name)
	subject := fmt.Sprintf("%s.%s.*", stream, name)
	return s.witnesses[stream].Purge(ctx, jetstream.WithPurgeSubject(subject))
}
