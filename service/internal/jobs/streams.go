package jobs

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go/jetstream"
)

// Subjects lists the subjects that clients and workers of a tenant publish to. The server has made
// the streams before. Nobody makes or changes a stream through them, nor asks the system's account.
func Subjects() []string {
	all := []string{
		"_INBOX.>", "workers.>",
		"$JS.ACK.>", "$JS.FC.>", "$JS.API.INFO", "$SYS.REQ.USER.INFO",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.*",
		"$JS.API.STREAM.MSG.GET.*", "$JS.API.STREAM.PURGE.*", "$JS.API.DIRECT.GET.>",
		"$JS.API.CONSUMER.LIST." + queueStream, "$JS.API.CONSUMER.MSG.NEXT." + queueStream + ".*",
	}
	for _, stream := range append([]string{queueStream}, store.Watched...) {
		for _, ask := range []string{"CREATE", "INFO", "DELETE"} {
			all = append(all, fmt.Sprintf("$JS.API.CONSUMER.%s.%s.>", ask, stream))
		}
	}
	subject := strings.NewReplacer("KV_", "$KV.", "OBJ_", "$O.")
	for _, stream := range streams() {
		all = append(all, subject.Replace(stream)+".>")
	}
	return all
}

func streams() []string {
	all := append(store.Streams(), queueStream, deadStream)
	for i := range recordBuckets {
		all = append(all, "KV_"+recordsBucket(i))
	}
	return all
}

// Replicate has n servers of a cluster keep each of the tenant's streams. Queues that are opened
// afterwards read from a stream's leader, which alone has all that was acknowledged.
func (q *Queue) Replicate(ctx context.Context, n int) error {
	return q.configure(ctx, func(c *jetstream.StreamConfig) {
		c.Replicas, c.AllowDirect = n, n == 1
	})
}

// ForgetIdentifiers has the tenant's streams keep identifiers of messages for five seconds, in
// which a dead letter that is written again stands once. Buckets are made with two minutes, in
// which a tenant can send identifiers of hundreds of megabytes.
func (q *Queue) ForgetIdentifiers(ctx context.Context) error {
	return q.configure(ctx, func(c *jetstream.StreamConfig) {
		c.Duplicates = min(c.Duplicates, 5*time.Second)
	})
}

// configure changes the tenant's streams that are configured otherwise.
func (q *Queue) configure(ctx context.Context, change func(*jetstream.StreamConfig)) error {
	for _, name := range streams() {
		stream, err := q.JetStream.Stream(ctx, name)
		if err != nil {
			return err
		}
		config := stream.CachedInfo().Config
		change(&config)
		if reflect.DeepEqual(config, stream.CachedInfo().Config) {
			continue
		}
		if _, err := q.JetStream.UpdateStream(ctx, config); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
