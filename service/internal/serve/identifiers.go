package serve

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// keepIdentifiers is how long a stream keeps identifiers of messages, in memory. A dead letter that
// is written again meanwhile stands once.
const keepIdentifiers = 5 * time.Second

// forgetIdentifiers has an account's streams keep identifiers for keepIdentifiers. Buckets are made
// with two minutes, in which a tenant can send identifiers of hundreds of megabytes.
func forgetIdentifiers(ctx context.Context, js jetstream.JetStream) error {
	streams := js.ListStreams(ctx)
	for info := range streams.Info() {
		if info.Config.Duplicates <= keepIdentifiers {
			continue
		}
		info.Config.Duplicates = keepIdentifiers
		if _, err := js.UpdateStream(ctx, info.Config); err != nil {
			return err
		}
	}
	return streams.Err()
}
