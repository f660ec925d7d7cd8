package jobs

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batch is how many records of a bucket the server sends at once.
const batch = 256

// scan calls back with the records of a bucket, without a consumer. It asks for batches, unless a
// stream with replicas has none: see [Queue.Replicate].
func (q *Queue) scan(ctx context.Context, bucket string, found func(*Record)) error {
	if !q.direct {
		return q.scanSlowly(ctx, bucket, found)
	}
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	for next := uint64(1); next > 0; {
		question := fmt.Appendf(nil, `{"seq": %d, "batch": %d, "next_by_subj": "$KV.%s.>"}`, next,
			batch, bucket)
		answers, err := ask(q.Conn, "$JS.API.DIRECT.GET.KV_"+bucket, question)
		if err != nil {
			return err
		}
		next, err = readBatch(ctx, answers, found)
		answers.Unsubscribe()
		if err != nil {
			return fmt.Errorf("records %s: %w", bucket, err)
		}
	}
	return nil
}

// scanSlowly asks for one record after the other.
func (q *Queue) scanSlowly(ctx context.Context, bucket string, found func(*Record)) error {
	stream, err := q.JetStream.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return err
	}
	next := jetstream.WithGetMsgSubject("$KV." + bucket + ".>")
	for after := uint64(0); ; {
		m, err := stream.GetMsg(ctx, after+1, next)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		var r *Record
		if err == nil {
			r, err = recordOf(m.Data)
		}
		if err != nil {
			return fmt.Errorf("records %s: %w", bucket, err)
		}
		found(r)
		after = m.Sequence
	}
}

// readBatch reads the records of a batch. It returns the sequence number of the next one, or 0.
func readBatch(
	ctx context.Context, answers *nats.Subscription, found func(*Record),
) (next uint64, err error) {
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return 0, err
		}
		switch status := m.Header.Get("Status"); {
		case status == "404", status == "204" && m.Header.Get("Nats-Num-Pending") == "0":
			return 0, nil
		case status == "204": // the end of the batch
			return next, nil
		case status != "":
			return 0, fmt.Errorf("NATS says %s %s", status, m.Header.Get("Description"))
		}
		r, err := recordOf(m.Data)
		if err != nil {
			return 0, err
		}
		found(r)
		sequence, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return 0, err
		}
		next = sequence + 1
	}
}
