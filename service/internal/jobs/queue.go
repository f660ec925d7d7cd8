// Package jobs has the life of a job: submitted, pulled by a worker, and ended once. It is all in
// JetStream: a [Queue] has a tenant's jobs, and its [Space] the circuits and witnesses.
//
// A job has a record, in a bucket. While it waits or runs it also has a message, in a stream that
// works as a queue. The record says how the job ended. It is replaced by comparing revisions, so
// that a job ends once, whoever makes its proof. The message is small: the witness is sealed in a
// stream of its own. A worker that dies gives no sign of life any more, and the server hands the
// message to another.
//
// JetStream republishes each record that is stored under states.<id>. Clients wait for that, and
// workers learn so that a job was cancelled.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Queue has the jobs of one tenant. It is safe for concurrent use.
type Queue struct {
	*Space

	messages jetstream.Stream
	records  [recordBuckets]jetstream.KeyValue // see recordsOf
}

// Handle is a queue by the name that package client makes its type of.
type Handle struct{ queue *Queue }

// Handle returns the queue's handle.
func (q *Queue) Handle() *Handle { return &Handle{q} }

// Queue returns the handle's queue.
func (h *Handle) Queue() *Queue { return h.queue }

const (
	queueStream, deadStream = "queue", "dead"

	arrivals      = "arrivals."      // of subjects by which JetStream says that it has a message
	recordBuckets = 8                // each writes one record after the other, by a call of fsync
	openTime      = 30 * time.Second // for the server's answers at the start
)

// Dial connects to a server, again whenever the connection is lost, and opens the tenant's jobs.
func Dial(
	ctx context.Context, url string, ring *secrets.Ring, keep time.Duration, options ...nats.Option,
) (*Queue, error) {
	options = append([]nats.Option{
		nats.Name("gnark-prover"),
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
	}, options...)
	var conn *nats.Conn
	timed, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	err := persist(timed, nil, func(context.Context) (err error) {
		conn, err = interrupt.Await(ctx, func() (*nats.Conn, error) {
			return nats.Connect(url, options...)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return Open(ctx, conn, ring, keep)
}

// Open opens the jobs of a connection's tenant, and makes missing streams. Or it closes that.
func Open(
	ctx context.Context, conn *nats.Conn, ring *secrets.Ring, keep time.Duration,
) (q *Queue, err error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	if err = persist(ctx, conn, func(ctx context.Context) error {
		space, err := openSpace(ctx, conn, ring, keep)
		if err == nil {
			q, err = open(ctx, space)
		}
		return err
	}); err != nil {
		conn.Close()
	}
	return q, err
}

func open(ctx context.Context, space *Space) (q *Queue, err error) {
	q = &Queue{Space: space}
	if q.messages, err = space.Stream(ctx, jetstream.StreamConfig{
		Name: queueStream, Description: "jobs that wait or run", MaxAge: space.Keep,
		Subjects: []string{queueStream + ".>"}, Retention: jetstream.WorkQueuePolicy,
		AllowDirect: true,
		RePublish: &jetstream.RePublish{
			Source: queueStream + ".>", Destination: arrivals + queueStream + ".>",
			HeadersOnly: true,
		},
	}); err != nil {
		return nil, err
	}
	if age := q.messages.CachedInfo().Config.MaxAge; age > 0 {
		space.Keep = age
	}
	if _, err = space.Stream(ctx, jetstream.StreamConfig{
		Name: deadStream, Description: "jobs that failed, with the reason",
		Subjects: []string{deadStream + ".>"}, MaxAge: space.Keep,
	}); err != nil {
		return nil, err
	}
	for i := range q.records {
		bucket := recordsBucket(i)
		if q.records[i], err = space.KeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: bucket, Description: "records of jobs", TTL: space.Keep,
			RePublish: &jetstream.RePublish{
				Source: "$KV." + bucket + ".>", Destination: "states.>",
			},
		}); err != nil {
			return nil, err
		}
	}
	return q, nil
}

func recordsBucket(i int) string { return fmt.Sprintf("jobs-%d", i) }

// recordsOf returns the bucket of a job's record. Identifiers are digests.
func (q *Queue) recordsOf(id string) jetstream.KeyValue {
	return q.records[crc32.ChecksumIEEE([]byte(id))%recordBuckets]
}

// Subject is where a job's message waits. The identifier * is for all of the priority and circuit.
func Subject(priority Priority, digest, id string) string {
	return fmt.Sprintf("%s.%s.%s.%s", queueStream, priority, digest, id)
}

// Record returns the record of a job, or [ErrNoJob].
func (q *Queue) Record(ctx context.Context, id string) (*Record, error) {
	r, _, err := q.record(ctx, id)
	return r, err
}

func (q *Queue) record(ctx context.Context, id string) (*Record, uint64, error) {
	if !isHex(id, 32) { // no key of a bucket
		return nil, 0, fmt.Errorf("%w: %q", ErrNoJob, id)
	}
	entry, err := q.recordsOf(id).Get(ctx, id)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, fmt.Errorf("%w: %s", ErrNoJob, id)
	}
	if err != nil {
		return nil, 0, err
	}
	r, err := recordOf(entry.Value())
	if err != nil {
		err = fmt.Errorf("record of job %s: %w", id, err)
	}
	return r, entry.Revision(), err
}

func recordOf(text []byte) (*Record, error) {
	r := new(Record)
	return r, json.Unmarshal(text, r)
}

// textOf returns a value in JSON, which all that this package sends have.
func textOf(value any) []byte {
	text, _ := json.Marshal(value)
	return text
}

// update replaces a record of a revision, or makes it for revision 0. See isConflict.
func (q *Queue) update(ctx context.Context, r *Record, revision uint64) error {
	var err error
	if revision == 0 {
		_, err = q.recordsOf(r.ID).Create(ctx, r.ID, textOf(r))
	} else {
		_, err = q.recordsOf(r.ID).Update(ctx, r.ID, textOf(r), revision)
	}
	return full(err)
}

// isConflict tells whether JetStream refused a record or a message because another came first.
func isConflict(err error) bool {
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, &jetstream.APIError{
		ErrorCode: jetstream.JSErrCodeStreamWrongLastSequenceConstant,
	})
}

// Subjects lists what clients and workers publish to, by which nobody makes or changes a stream.
func Subjects() []string {
	all := []string{
		"_INBOX.>", "workers.>",
		"$JS.ACK.>", "$JS.FC.>", "$JS.API.INFO", "$SYS.REQ.USER.INFO",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.*",
		"$JS.API.STREAM.MSG.GET.*", "$JS.API.STREAM.PURGE.*", "$JS.API.DIRECT.GET.>",
		"$JS.API.CONSUMER.LIST." + queueStream, "$JS.API.CONSUMER.MSG.NEXT." + queueStream + ".*",
	}
	for _, stream := range append([]string{queueStream}, watched...) {
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
	all := append(spaceStreams(), queueStream, deadStream)
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

// ForgetIdentifiers has streams keep identifiers of messages for seconds, in which dead letters may
// be written again. Buckets are made with minutes, in which tenants may send many.
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
