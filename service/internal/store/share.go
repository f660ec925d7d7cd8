package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

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
