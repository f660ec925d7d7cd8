package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrFull: a tenant stores as much as it may.
var ErrFull = errors.New("the tenant's share of the store is full: remove circuits, " +
	"let jobs end, or have the share enlarged")

// exceeded is JetStream's error where an account's limit keeps a message out.
var exceeded = &jetstream.APIError{ErrorCode: 10002}

// full explains the error of a write.
func full(err error) error {
	if errors.Is(err, exceeded) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// Room returns [ErrFull] unless the tenant may store n bytes more. The last tenth of a share is
// left to the ends of jobs, and to removals.
func (s *Space) Room(ctx context.Context, n int64) error {
	account, err := s.JetStream.AccountInfo(ctx)
	if err != nil {
		return err
	}
	share, taken := account.Limits.MaxStore, int64(account.Store)
	if share < 0 || taken+n <= share-share/10 {
		return nil
	}
	return fmt.Errorf("%w: %d of %d MiB are taken, and %d more bytes do not fit", ErrFull,
		taken>>20, share>>20, n)
}
