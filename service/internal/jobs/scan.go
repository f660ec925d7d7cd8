package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batch is how many records of a bucket the server sends at once.
const batch = 256

// scan calls back with the records of a bucket. It asks for batches, which take no consumer.
func (q *Queue) scan(ctx context.Context, bucket string, found func(*Record)) error {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	inbox := q.Conn.NewInbox()
	answers, err := q.Conn.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer answers.Unsubscribe()
	for next := uint64(1); next > 0; {
		question := fmt.Appendf(nil, `{"seq": %d, "batch": %d, "next_by_subj": "$KV.%s.>"}`, next,
			batch, bucket)
		err := q.Conn.PublishRequest("$JS.API.DIRECT.GET.KV_"+bucket, inbox, question)
		if err != nil {
			return err
		}
		if next, err = readBatch(ctx, answers, found); err != nil {
			return fmt.Errorf("records %s: %w", bucket, err)
		}
	}
	return nil
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
		r := new(Record)
		if err := json.Unmarshal(m.Data, r); err != nil {
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
