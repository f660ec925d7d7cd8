package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/fleet"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go/jetstream"
)

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
	workers, err := fleet.Ask(ctx, q.Conn)
	if err != nil {
		return err
	}
	if err := fleet.Check(workers, m); err != nil {
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
