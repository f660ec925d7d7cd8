package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Limits are settings of a tenant's streams. They count when the streams are made, by whoever
// connects first.
type Limits struct {
	// Keep is the time that results, failures and dead letters are kept, and the longest that a job
	// may wait.
	Keep time.Duration
	// Replicas is the number of servers of a cluster that keep a copy of everything.
	Replicas int
}

// DefaultLimits keep results for a day, on one server.
var DefaultLimits = Limits{Keep: 24 * time.Hour, Replicas: 1}

// Space is a tenant's part of JetStream. It is safe for concurrent use.
type Space struct {
	Conn      *nats.Conn
	JetStream jetstream.JetStream
	Secrets   *secrets.Tenant
	Limits    Limits

	circuits  jetstream.KeyValue          // manifests, by digest
	names     jetstream.KeyValue          // digests, by name
	files     jetstream.ObjectStore       // of circuits, by digest
	witnesses map[string]jetstream.Stream // sealed, by job; each stream by its name

	// Until roomy, in nanoseconds since 1970, fewer bytes than small need no question; see Room.
	roomy, small atomic.Int64
}

// Open opens the space of the account that a connection belongs to, and makes what is missing.
func Open(ctx context.Context, conn *nats.Conn, ring *secrets.Ring, limits Limits) (*Space, error) {
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
	s := &Space{Conn: conn, JetStream: js, Secrets: tenant, Limits: limits}
	if s.circuits, err = s.KeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: "circuits", Description: "manifests of circuits, by digest",
	}); err != nil {
		return nil, err
	}
	if s.names, err = s.KeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: "names", Description: "digests of circuits, by name",
	}); err != nil {
		return nil, err
	}
	if s.files, err = s.objects(ctx, jetstream.ObjectStoreConfig{
		Bucket: "files", Description: "constraint systems and keys, by digest",
	}); err != nil {
		return nil, err
	}
	return s, s.openWitnesses(ctx)
}

// Account is the name of the tenant.
func (s *Space) Account() string { return s.Secrets.Name() }

// accountOf asks the server for the account of a connection.
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
	config.Replicas = s.Limits.Replicas
	return openOrMake("bucket "+config.Bucket, jetstream.ErrBucketNotFound,
		func() (jetstream.KeyValue, error) { return s.JetStream.KeyValue(ctx, config.Bucket) },
		func() (jetstream.KeyValue, error) {
			return s.JetStream.CreateOrUpdateKeyValue(ctx, config)
		})
}

// objects opens a bucket of objects, or makes it.
func (s *Space) objects(
	ctx context.Context, config jetstream.ObjectStoreConfig,
) (jetstream.ObjectStore, error) {
	config.Replicas = s.Limits.Replicas
	return openOrMake("bucket "+config.Bucket, jetstream.ErrBucketNotFound,
		func() (jetstream.ObjectStore, error) {
			return s.JetStream.ObjectStore(ctx, config.Bucket)
		},
		func() (jetstream.ObjectStore, error) {
			return s.JetStream.CreateOrUpdateObjectStore(ctx, config)
		})
}

// Stream opens a stream, or makes it.
func (s *Space) Stream(
	ctx context.Context, config jetstream.StreamConfig,
) (jetstream.Stream, error) {
	config.Replicas = s.Limits.Replicas
	return openOrMake("stream "+config.Name, jetstream.ErrStreamNotFound,
		func() (jetstream.Stream, error) { return s.JetStream.Stream(ctx, config.Name) },
		func() (jetstream.Stream, error) { return s.JetStream.CreateOrUpdateStream(ctx, config) })
}

// openOrMake opens something of JetStream, and makes it where the error says that it is missing.
// Two that make it at once make the same.
func openOrMake[T any](
	name string, missing error, open, create func() (T, error),
) (opened T, err error) {
	if opened, err = open(); errors.Is(err, missing) {
		opened, err = create()
	}
	if err != nil {
		return opened, fmt.Errorf("%s: %w", name, err)
	}
	return opened, nil
}
