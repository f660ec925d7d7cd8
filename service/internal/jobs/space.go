package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

// DefaultKeep is how long results, failures and dead letters are kept. No job may wait longer.
const DefaultKeep = 24 * time.Hour

// answerTime bounds the wait for content, which a slow network takes longer to carry than the
// answers that JetStream's client waits for. Tests set it.
var answerTime = 30 * time.Second

// Space has a tenant's circuits, their files, and witnesses, in streams of the tenant's account of
// NATS. It is safe for concurrent use.
type Space struct {
	Conn      *nats.Conn
	JetStream jetstream.JetStream
	Secrets   *secrets.Tenant
	Keep      time.Duration // of jobs, as whoever connected first has made the streams

	circuits  jetstream.KeyValue               // manifests, by digest
	names     jetstream.KeyValue               // digests, by name
	files     jetstream.ObjectStore            // of circuits, by digest
	content   jetstream.Stream                 // of the files
	witnesses [witnessStreams]jetstream.Stream // sealed, by job; see shardOf

	reading *semaphore.Weighted // see pieces

	// Until roomy, in nanoseconds since 1970, fewer bytes than small need no question; see Room.
	roomy, small atomic.Int64
}

// openSpace opens the space of a connection's account. It makes the streams that are missing.
func openSpace(
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
	s := &Space{Conn: conn, JetStream: js, Secrets: tenant, Keep: keep}
	s.reading = semaphore.NewWeighted(pieces)
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
	if s.content, err = js.Stream(ctx, "OBJ_"+filesBucket); err != nil {
		return nil, err
	}
	for i := range s.witnesses {
		name := witnessStream(i)
		if s.witnesses[i], err = s.Stream(ctx, jetstream.StreamConfig{
			Name: name, Description: "sealed witnesses of jobs under way", AllowDirect: true,
			Subjects: []string{name + ".>"}, MaxMsgsPerSubject: 1, MaxAge: s.Keep,
		}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

const circuitsBucket, namesBucket, filesBucket = "circuits", "names", "files"

// watched lists the streams that clients and workers watch.
var watched = []string{"KV_" + circuitsBucket, "KV_" + namesBucket}

// spaceStreams lists the streams of a space.
func spaceStreams() []string {
	all := append([]string{"OBJ_" + filesBucket}, watched...)
	for i := range witnessStreams {
		all = append(all, witnessStream(i))
	}
	return all
}

func accountOf(ctx context.Context, conn *nats.Conn) (string, error) {
	reply, err := conn.RequestWithContext(ctx, "$SYS.REQ.USER.INFO", nil)
	if err != nil {
		return "", fmt.Errorf("asking NATS for the account: %w", err)
	}
	var info struct{ Data struct{ Account string } }
	if json.Unmarshal(reply.Data, &info) != nil || info.Data.Account == "" {
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
func (s *Space) Stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	return openOrMake(ctx, c.Name, c, jetstream.ErrStreamNotFound,
		s.JetStream.Stream, s.JetStream.CreateOrUpdateStream)
}

// openOrMake opens a bucket or a stream, or makes it where the error given says that it is missing.
func openOrMake[T, C any](
	ctx context.Context, name string, config C, missing error,
	open func(context.Context, string) (T, error), create func(context.Context, C) (T, error),
) (opened T, err error) {
	if opened, err = open(ctx, name); errors.Is(err, missing) {
		opened, err = create(ctx, config)
	}
	return opened, err
}

// full explains the error of a write that the limit of an account, or of the server, keeps out.
func full(err error) error {
	for _, code := range []jetstream.ErrorCode{10002, 10023} {
		if errors.Is(err, &jetstream.APIError{ErrorCode: code}) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	return err
}

// Room returns [ErrFull] unless the tenant may store n bytes more. The last tenth of a share is for
// ends of jobs, and removals. For small n it may answer as it did less than a second ago.
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
