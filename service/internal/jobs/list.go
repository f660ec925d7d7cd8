package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Filter says which jobs a page has. Zeros stand for all of them.
type Filter struct {
	State   State
	Ended   bool   // whatever the state, without jobs that wait or run
	Circuit string // a name, or the digest
	After   string // the last job of the page before
	Limit   int    // jobs of a page; 0 for [PageSize]
}

// Page is a part of a list of jobs, the latest first. Proofs and gnark's words are left out.
type Page struct {
	Jobs []*Record `json:"jobs"`
	Next string    `json:"next,omitempty"` // the filter's After for the next page, if there is one
}

// PageSize and MaxPageSize are numbers of jobs.
const PageSize, MaxPageSize = 100, 1000

func (q *Queue) check(ctx context.Context, f *Filter) (err error) {
	states := []State{"", Queued, Running, Done, Failed, Cancelled}
	if !slices.Contains(states, f.State) {
		return fmt.Errorf("%w: state %.40q; there are %q", ErrInvalid, f.State, states[1:])
	}
	if f.Limit < 0 || f.Limit > MaxPageSize {
		return fmt.Errorf("%w: a page of %d jobs; %d is the most", ErrInvalid, f.Limit, MaxPageSize)
	}
	f.Limit = cmp.Or(f.Limit, PageSize)
	if f.Circuit != "" {
		f.Circuit, err = q.DigestOf(ctx, f.Circuit)
	}
	return err
}

// List returns the jobs of a filter. It reads the records of all jobs.
func (q *Queue) List(ctx context.Context, f Filter) (*Page, error) {
	if err := q.check(ctx, &f); err != nil {
		return nil, err
	}
	after, running := new(Record), map[string]string{}
	if f.After != "" {
		var err error
		if after, err = q.Record(ctx, f.After); err != nil {
			return nil, err
		}
	}
	workers, err := Ask(ctx, q.Conn)
	for _, worker := range workers {
		for _, id := range worker.Running {
			running[id] = worker.ID
		}
	}
	page := &Page{Jobs: []*Record{}}
	for i := range recordBuckets {
		if err != nil {
			return nil, err
		}
		err = q.scan(ctx, i, func(text []byte) error {
			r, err := recordOf(text)
			if err != nil {
				return fmt.Errorf("records %s: %w", recordsBucket(i), err)
			}
			if worker, runs := running[r.ID]; runs && r.State == Queued {
				r.State, r.Worker = Running, worker
			}
			if (f.State == "" || f.State == r.State) && (!f.Ended || r.State.Ended()) &&
				(f.Circuit == "" || f.Circuit == r.Circuit) &&
				(f.After == "" || latestFirst(after, r) < 0) {
				r.Proof, r.Details = nil, nil
				page.Jobs = append(page.Jobs, r)
				if len(page.Jobs) > 2*f.Limit { // a few more than the page has are kept
					page.cut(f.Limit + 1)
				}
			}
			return nil
		})
	}
	page.cut(f.Limit)
	return page, err
}

func (p *Page) cut(limit int) {
	slices.SortFunc(p.Jobs, latestFirst)
	if len(p.Jobs) > limit {
		p.Jobs = p.Jobs[:limit]
		p.Next = p.Jobs[limit-1].ID
	}
}

func latestFirst(a, b *Record) int {
	return cmp.Or(b.Submitted.Compare(a.Submitted), cmp.Compare(a.ID, b.ID))
}

// Line counts the waiting and the running jobs of a circuit and a priority.
type Line struct {
	Circuit  string   `json:"circuit"`
	Priority Priority `json:"priority"`
	Waiting  uint64   `json:"waiting"`
	Running  int      `json:"running"`
}

// Unended counts the jobs that wait or run.
func (q *Queue) Unended(ctx context.Context) (uint64, error) {
	about, err := q.messages.Info(ctx)
	if err != nil {
		return 0, err
	}
	return about.State.Msgs, nil
}

// Lines lists the lines in which jobs wait or run, by circuit, and then the most urgent first.
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

// scan calls back with the records of a bucket, in batches unless [Queue.Replicate] forbids them.
func (q *Queue) scan(ctx context.Context, bucket int, found func(text []byte) error) error {
	if !q.messages.CachedInfo().Config.AllowDirect {
		return q.scanSlowly(ctx, recordsBucket(bucket), found)
	}
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	const batch = 256 // records that the server sends at once
	for next := uint64(1); next > 0; {
		question := fmt.Appendf(nil, `{"seq": %d, "batch": %d, "next_by_subj": "$KV.%s.>"}`, next,
			batch, recordsBucket(bucket))
		answers, err := ask(q.Conn, "$JS.API.DIRECT.GET.KV_"+recordsBucket(bucket), question)
		if err != nil {
			return err
		}
		next, err = readBatch(ctx, answers, found)
		answers.Unsubscribe()
		if err != nil {
			return err
		}
	}
	return nil
}

// scanSlowly asks a leader for one record after the other. A watcher may be a dead server's.
func (q *Queue) scanSlowly(
	ctx context.Context, bucket string, found func(text []byte) error,
) error {
	stream, err := q.JetStream.Stream(ctx, "KV_"+bucket)
	next := jetstream.WithGetMsgSubject("$KV." + bucket + ".>")
	for after := uint64(0); err == nil; {
		var m *jetstream.RawStreamMsg
		if m, err = stream.GetMsg(ctx, after+1, next); err == nil {
			after, err = m.Sequence, found(m.Data)
		}
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// readBatch reads the records of a batch. It returns the sequence number of the next one, or 0.
func readBatch(
	ctx context.Context, answers *nats.Subscription, found func(text []byte) error,
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
		if err := found(m.Data); err != nil {
			return 0, err
		}
		sequence, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return 0, err
		}
		next = sequence + 1
	}
}
