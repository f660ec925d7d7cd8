// Package jobs has the life of a job: submitted, pulled by a worker, and ended once.
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
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Queue has the jobs of one tenant. It is safe for concurrent use.
type Queue struct {
	*store.Space

	messages jetstream.Stream
	records  [recordBuckets]jetstream.KeyValue // see recordsOf
}

const (
	queueStream = "queue"
	deadStream  = "dead"
	recordsName = "jobs"

	// recordBuckets is the number of buckets that share the records. A bucket writes one record
	// after the other, each with its own call of fsync.
	recordBuckets = 8

	// arrivals begins the subjects under which JetStream says that it has stored a message.
	arrivals = "arrivals."
)

// openTime is how long a server may take to answer at the start.
const openTime = 30 * time.Second

// Open opens the jobs of the tenant that a connection belongs to. It makes the streams that are
// missing. Results are kept for the given time.
func Open(
	ctx context.Context, conn *nats.Conn, ring *secrets.Ring, keep time.Duration,
) (q *Queue, err error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	err = persist(ctx, conn, func(ctx context.Context) error {
		q, err = open(ctx, conn, ring, keep)
		return err
	})
	return q, err
}

func open(
	ctx context.Context, conn *nats.Conn, ring *secrets.Ring, keep time.Duration,
) (*Queue, error) {
	space, err := store.Open(ctx, conn, ring, keep)
	if err != nil {
		return nil, err
	}
	q := &Queue{Space: space}
	if q.messages, err = space.Stream(ctx, jetstream.StreamConfig{
		Name: queueStream, Description: "jobs that wait or run",
		Subjects:  []string{queueStream + ".>"},
		Retention: jetstream.WorkQueuePolicy,
		MaxAge:    keep, AllowDirect: true,
		RePublish: &jetstream.RePublish{
			Source:      queueStream + ".>",
			Destination: arrivals + queueStream + ".>", HeadersOnly: true,
		},
	}); err != nil {
		return nil, err
	}
	if _, err = space.Stream(ctx, jetstream.StreamConfig{
		Name: deadStream, Description: "jobs that failed, with the reason",
		Subjects: []string{deadStream + ".>"},
		MaxAge:   keep,
	}); err != nil {
		return nil, err
	}
	for i := range q.records {
		bucket := recordsBucket(i)
		if q.records[i], err = space.KeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: bucket, Description: "records of jobs",
			TTL: keep,
			RePublish: &jetstream.RePublish{
				Source: "$KV." + bucket + ".>", Destination: "states.>",
			},
		}); err != nil {
			return nil, err
		}
	}
	return q, nil
}

func recordsBucket(i int) string { return fmt.Sprintf("%s-%d", recordsName, i) }

// recordsOf returns the bucket of a job's record. Identifiers are digests.
func (q *Queue) recordsOf(id string) jetstream.KeyValue {
	return q.records[crc32.ChecksumIEEE([]byte(id))%recordBuckets]
}

// Subject is where the message of a job waits. The identifier * stands for all jobs of the priority
// and the circuit.
func Subject(priority Priority, digest, id string) string {
	return fmt.Sprintf("%s.%s.%s.%s", queueStream, priority, digest, id)
}

// Record returns the record of a job, or [ErrNoJob].
func (q *Queue) Record(ctx context.Context, id string) (*Record, error) {
	r, _, err := q.record(ctx, id)
	return r, err
}

func (q *Queue) record(ctx context.Context, id string) (*Record, uint64, error) {
	if !isID(id) {
		return nil, 0, fmt.Errorf("%w: %q", ErrNoJob, id)
	}
	entry, err := q.recordsOf(id).Get(ctx, id)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, fmt.Errorf("%w: %s", ErrNoJob, id)
	}
	if err != nil {
		return nil, 0, err
	}
	r := new(Record)
	if err := json.Unmarshal(entry.Value(), r); err != nil {
		return nil, 0, fmt.Errorf("record of job %s: %w", id, err)
	}
	return r, entry.Revision(), nil
}

// isID tells whether a string is 128 bits in hexadecimal: a valid key of the bucket.
func isID(s string) bool {
	return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == ""
}

// update replaces a record of a revision, or makes it for revision 0. Where another did so first it
// returns errConflict.
func (q *Queue) update(ctx context.Context, r *Record, revision uint64) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if revision == 0 {
		_, err = q.recordsOf(r.ID).Create(ctx, r.ID, text)
	} else {
		_, err = q.recordsOf(r.ID).Update(ctx, r.ID, text, revision)
	}
	if errors.Is(err, jetstream.ErrKeyExists) || isConflict(err) {
		return errConflict
	}
	return store.Full(err)
}

var errConflict = errors.New("another has changed the record")

// isConflict tells whether JetStream refused a message because another came first.
func isConflict(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// Dial connects to a server and opens the tenant's jobs. The connection comes back by itself after
// it was lost. Where it is lost at once, another one is made: the server has just died.
func Dial(
	ctx context.Context, url string, ring *secrets.Ring, options ...nats.Option,
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
	queue, err := Open(ctx, conn, ring, store.DefaultKeep)
	if err != nil {
		conn.Close()
	}
	return queue, err
}

// maxOutage is how long a server may be away before a caller gives up.
var maxOutage = 5 * time.Minute

// Persist calls an operation again, for some minutes, while the server cannot be reached. The
// operation must be one that may be done twice.
func (q *Queue) Persist(ctx context.Context, operation func(context.Context) error) error {
	return persist(ctx, q.Conn, operation)
}

func persist(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	const maxWait = 2 * time.Second
	end := time.Now().Add(maxOutage)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, maxWait) {
		err := attempt(ctx, conn, operation)
		if !unreachable(ctx, err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// attempt calls an operation. Its context ends when the connection is lost: the answers that were
// under way come no more.
func attempt(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	if conn == nil {
		return operation(ctx)
	}
	connected, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	lost := conn.StatusChanged(nats.RECONNECTING)
	defer conn.RemoveStatusListener(lost)
	go func() {
		select {
		case <-lost:
			lose(nats.ErrDisconnected)
		case <-connected.Done():
		}
	}()
	err := operation(connected)
	if err != nil && ctx.Err() == nil && connected.Err() != nil {
		return fmt.Errorf("%w: %w", nats.ErrDisconnected, err)
	}
	return err
}

// unreachable tells whether an error means that the server did not answer.
func unreachable(ctx context.Context, err error) bool {
	if errors.Is(err, store.ErrFull) {
		return false
	}
	for _, reason := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse,
		jetstream.ErrNoHeartbeat, context.DeadlineExceeded,
		io.EOF, syscall.ECONNRESET, syscall.EPIPE,
	} {
		if errors.Is(err, reason) {
			return ctx.Err() == nil
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503 && ctx.Err() == nil
}

// Handle is a queue by the name that package client makes its type of.
type Handle struct{ queue *Queue }

// Handle returns the queue's handle.
func (q *Queue) Handle() *Handle { return &Handle{q} }

// Queue returns the handle's queue.
func (h *Handle) Queue() *Queue { return h.queue }

// Add stores a circuit that a worker can prove, and its files.
func (q *Queue) Add(
	ctx context.Context, m *circuit.Manifest, files circuit.Files, naming store.Naming,
) error {
	workers, err := Ask(ctx, q.Conn)
	if err != nil {
		return err
	}
	if err := checkWorkers(workers, m); err != nil {
		return err
	}
	return q.Persist(ctx, func(ctx context.Context) error {
		return q.AddCircuit(ctx, m, files, naming)
	})
}

// ErrBusy: jobs of a circuit wait or run.
var ErrBusy = errors.New("jobs of the circuit have not ended: wait, or cancel them")

// RemoveCircuit removes a circuit and the lines of its jobs, or returns [ErrBusy]. It may be called
// again after any error.
func (q *Queue) RemoveCircuit(ctx context.Context, m *circuit.Manifest) error {
	about, err := q.messages.Info(ctx, jetstream.WithSubjectFilter(Subject("*", m.Digest, "*")))
	if err != nil {
		return err
	}
	if n := len(about.State.Subjects); n > 0 {
		return fmt.Errorf("%w: %d of %.12s", ErrBusy, n, m.Digest)
	}
	if err := q.Space.RemoveCircuit(ctx, m); err != nil {
		return err
	}
	for _, priority := range Priorities {
		err := q.messages.DeleteConsumer(ctx, consumerOf(priority, m.Digest))
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
	}
	return nil
}

// Line counts the waiting and the running jobs of a circuit and a priority.
type Line struct {
	Circuit  string   `json:"circuit"`
	Priority Priority `json:"priority"`
	Waiting  uint64   `json:"waiting"`
	Running  int      `json:"running"`
}

// Lines lists the lines in which jobs wait or run. They are sorted by circuit, and then the most
// urgent first.
func (q *Queue) Lines(ctx context.Context) ([]Line, error) {
	lines := []Line{}
	consumers := q.messages.ListConsumers(ctx)
	for info := range consumers.Info() {
		priority, digest, _ := strings.Cut(info.Name, "-")
		if info.NumPending > 0 || info.NumAckPending > 0 {
			lines = append(lines,
				Line{digest, Priority(priority), info.NumPending, info.NumAckPending})
		}
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Circuit, b.Circuit),
			slices.Index(Priorities, a.Priority)-slices.Index(Priorities, b.Priority))
	})
	return lines, consumers.Err()
}

// Subjects lists the subjects that clients and workers of a tenant publish to. The server has made
// the streams before. Nobody makes or changes a stream through them, nor asks the system's account.
func Subjects() []string {
	all := []string{
		"_INBOX.>", "workers.>", queueStream + ".>", deadStream + ".>",
		"$JS.ACK.>", "$JS.FC.>", "$JS.API.INFO", "$SYS.REQ.USER.INFO",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.*",
		"$JS.API.STREAM.MSG.GET.*", "$JS.API.STREAM.PURGE.*", "$JS.API.DIRECT.GET.>",
		"$JS.API.CONSUMER.LIST." + queueStream, "$JS.API.CONSUMER.MSG.NEXT." + queueStream + ".*",
	}
	consumed := []string{queueStream}
	for _, bucket := range store.Buckets {
		all = append(all, "$KV."+bucket+".>")
		consumed = append(consumed, "KV_"+bucket)
	}
	for _, stream := range consumed {
		for _, ask := range []string{"CREATE", "INFO", "DELETE"} {
			all = append(all, fmt.Sprintf("$JS.API.CONSUMER.%s.%s.>", ask, stream))
		}
	}
	for i := range recordBuckets {
		all = append(all, fmt.Sprintf("$KV.%s.>", recordsBucket(i)))
	}
	return append(all, store.Subjects()...)
}
