package jobs

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestConflict knows a conflict by its code, which streams with replicas have another of.
func TestConflict(t *testing.T) {
	for code, want := range map[jetstream.ErrorCode]bool{10071: true, 10164: true, 10023: false} {
		if isConflict(fmt.Errorf("x: %w", &jetstream.APIError{ErrorCode: code})) != want {
			t.Errorf("code %d is a conflict: %t", code, !want)
		}
	}
}

// TestPersist goes on while a server does not answer. It gives up where it is full.
func TestPersist(t *testing.T) {
	unavailable := &jetstream.APIError{Code: 503, ErrorCode: 10008}
	for name, c := range map[string]struct {
		failure error
		calls   int
	}{
		"for a while": {unavailable, 3},
		"full":        {full(&jetstream.APIError{Code: 503, ErrorCode: 10023}), 1},
	} {
		calls := 0
		err := persist(t.Context(), nil, func(context.Context) error {
			if calls++; calls == 3 {
				return nil
			}
			return c.failure
		})
		if calls != c.calls || (err != nil) != errors.Is(err, ErrFull) {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}

// TestPersistAfterLong calls an operation again that has taken longer than a server may be away.
func TestPersistAfterLong(t *testing.T) {
	defer func(before time.Duration) { maxOutage = before }(maxOutage)
	maxOutage = 10 * time.Millisecond
	calls := 0
	err := persist(t.Context(), nil, func(context.Context) error {
		if calls++; calls > 1 {
			return nil
		}
		time.Sleep(2 * maxOutage)
		return nats.ErrDisconnected
	})
	if calls != 2 || err != nil {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// TestUntimed hides a deadline from an operation, and ends its context then.
func TestUntimed(t *testing.T) {
	timed, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := persist(timed, nil, func(ctx context.Context) error {
		if _, has := ctx.Deadline(); has {
			t.Error("the operation knows of the deadline")
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
