package jobs_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
)

// request asks for the proof of a circuit with one input, which has this value.
func request(value byte) jobs.Request { return requestOf(1, value) }

// requestOf is request with more inputs, of which the last one has the value.
func requestOf(inputs int, value byte) jobs.Request {
	full := make([]byte, 3*4+32*inputs)
	binary.BigEndian.PutUint32(full[4:], uint32(inputs))
	binary.BigEndian.PutUint32(full[8:], uint32(inputs))
	full[len(full)-1] = value
	return jobs.Request{
		Circuit: &circuit.Manifest{
			Digest: strings.Repeat("0", 64), Curve: "bn254", Secret: inputs,
		},
		Witness: full,
	}
}

func submit(t *testing.T, q *jobs.Queue, r jobs.Request) *jobs.Record {
	t.Helper()
	record, err := q.Submit(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// next fetches a message, or returns nil if none comes in time.
func next(t *testing.T, q *jobs.Queue, r *jobs.Record, wait time.Duration) jetstream.Msg {
	t.Helper()
	consumer, err := q.Consumer(t.Context(), r.Priority, r.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	m, err := consumer.Next(jetstream.FetchMaxWait(wait))
	if err != nil {
		return nil
	}
	return m
}

func take(t *testing.T, q *jobs.Queue, r *jobs.Record) *jobs.Run {
	t.Helper()
	run := takeAny(t, q, r)
	if run == nil {
		t.Fatal("the job has ended")
	}
	return run
}

// TestLife follows a job from its submission to its proof.
func TestLife(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	want := request(7)
	queued := submit(t, q, want)
	run := take(t, q, queued)
	full, err := run.Witness(t.Context(), int64(len(want.Witness)))
	if err != nil || !bytes.Equal(slices.Concat(full...), want.Witness) {
		t.Fatalf("the witness is %x, %v", full, err)
	}
	if err := run.Done(t.Context(), []byte("proof"), jobs.Times{Prove: 1}); err != nil {
		t.Fatal(err)
	}
	done, err := q.End(t.Context(), queued)
	if err != nil || done.State != jobs.Done || string(done.Proof) != "proof" {
		t.Fatalf("%+v, %v", done, err)
	}
	if _, err := q.Witness(t.Context(), queued.ID+".1", 0); !errors.Is(err, jobs.ErrNoWitness) {
		t.Errorf("the witness is still there: %v", err)
	}
	err = run.Done(t.Context(), []byte("another"), jobs.Times{})
	if !errors.Is(err, jobs.ErrEnded) {
		t.Errorf("a job ended twice: %v", err)
	}
	if again := submit(t, q, want); again.State != jobs.Done || again.Attempt != 1 {
		t.Errorf("a finished request came back as %+v", again)
	}
	want.Again = true
	if again := submit(t, q, want); again.State != jobs.Queued || again.Attempt != 2 {
		t.Errorf("a request for another proof came back as %+v", again)
	}
}

// TestEndAgain ends a job once NATS answers again. Until then the run goes on.
func TestEndAgain(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	run := take(t, q, submit(t, q, request(1)))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run.Done(cancelled, []byte("proof"), jobs.Times{}); err == nil {
		t.Error("a job has ended without an answer")
	}
	if run.Context.Err() != nil {
		t.Error("the run does not go on:", context.Cause(run.Context))
	}
	if err := run.Done(t.Context(), []byte("proof"), jobs.Times{}); err != nil {
		t.Error(err)
	}
}

// TestLostAnswerOfEnd ends jobs again whose records have ended by calls that had no answer. Their
// witnesses go, and the one that failed has a dead letter.
func TestLostAnswerOfEnd(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	asked := request(1)
	asked.Again = true
	for state, end := range map[jobs.State]func(*jobs.Run) error{
		jobs.Done: func(run *jobs.Run) error { return run.Done(t.Context(), nil, jobs.Times{}) },
		jobs.Failed: func(run *jobs.Run) error {
			return run.Fail(t.Context(), jobs.Failure{Cause: jobs.BadWitness})
		},
	} {
		run := take(t, q, submit(t, q, asked))
		if err := q.StoreEnd(t.Context(), *run.Record, state); err != nil {
			t.Fatal(err)
		}
		if err := end(run); !errors.Is(err, jobs.ErrEnded) || run.State != state {
			t.Errorf("%s: %v of %+v", state, err, run.Record)
		}
		name := fmt.Sprintf("%s.%d", run.ID, run.Attempt)
		if _, err := q.Witness(t.Context(), name, 0); !errors.Is(err, jobs.ErrNoWitness) {
			t.Errorf("%s: the witness is still there: %v", state, err)
		}
	}
	dead, err := q.JetStream.Stream(t.Context(), "dead")
	if err != nil {
		t.Fatal(err)
	}
	if about, err := dead.Info(t.Context()); err != nil || about.State.Msgs != 1 {
		t.Errorf("dead letters: %+v, %v", about, err)
	}
}

// TestArrivals announces a job by its subject once it can be fetched.
func TestArrivals(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	consumer, err := q.Consumer(t.Context(), jobs.Normal, request(1).Circuit.Digest)
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan string, 1)
	stop, err := jobs.Answer(q.Conn, "worker", jobs.Answers{
		Arrived: func(subject string) { arrived <- subject },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	queued := submit(t, q, request(1))
	select {
	case subject := <-arrived:
		if want := jobs.Subject(jobs.Normal, queued.Circuit, queued.ID); subject != want {
			t.Errorf("%s arrived, want %s", subject, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nothing arrived")
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(10*time.Second)) // the server may lag
	if err != nil || <-batch.Messages() == nil {
		t.Errorf("nothing to fetch: %v", err)
	}
}

// TestDuplicates joins equal requests, and heals one whose submitter died on the way.
func TestDuplicates(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	first := submit(t, q, request(1))
	second := submit(t, q, request(1))
	if first.ID != second.ID || first.Attempt != second.Attempt {
		t.Errorf("equal requests are %+v and %+v", first, second)
	}
	other := request(1)
	other.Key = "other"
	if r := submit(t, q, other); r.ID == first.ID {
		t.Error("requests with different keys are one job")
	}
	take(t, q, first)
	take(t, q, submit(t, q, other))
	if m := next(t, q, first, 50*time.Millisecond); m != nil {
		t.Error("a job waits twice")
	}
}

// TestFailure fails a job at once, with a dead letter. It proves it when it is submitted again.
func TestFailure(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	queued := submit(t, q, request(1))
	failure := jobs.Failure{
		Cause: jobs.BadWitness, Reason: "constraint #3", Details: "3 * 4 != 13",
	}
	if err := take(t, q, queued).Fail(t.Context(), failure); err != nil {
		t.Fatal(err)
	}
	failed, err := q.Record(t.Context(), queued.ID)
	if err != nil || !errors.Is(failed.Err(), circuit.ErrUnsatisfied) {
		t.Fatalf("%+v, %v", failed, err)
	}
	if bytes.Contains(failed.Details, []byte("13")) {
		t.Error("gnark's words are in clear")
	}
	if details, err := q.Details(failed); err != nil || details != failure.Details {
		t.Errorf("details %q, %v", details, err)
	}
	dead, err := q.JetStream.Stream(t.Context(), "dead")
	if err != nil {
		t.Fatal(err)
	}
	letter, err := dead.GetLastMsgForSubject(t.Context(), "dead.witness.>")
	if err != nil || !bytes.Contains(letter.Data, []byte("constraint #3")) {
		t.Errorf("dead letter %v, %v", letter, err)
	}
	again := submit(t, q, request(1))
	if again.State != jobs.Queued || again.Attempt != 2 {
		t.Fatalf("submitted again it is %+v", again)
	}
	if err := take(t, q, again).Done(t.Context(), []byte("proof"), jobs.Times{}); err != nil {
		t.Error(err)
	}
}

// TestNewAttemptBesideOldMessage queues an attempt while the message before it still waits. That
// one's acknowledgement has not arrived.
func TestNewAttemptBesideOldMessage(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	first := submit(t, q, request(1))
	old := next(t, q, first, time.Second)
	if err := q.Fail(t.Context(), first, jobs.Failure{Cause: jobs.BadWitness}); err != nil {
		t.Fatal(err)
	}
	second := submit(t, q, request(1))
	if run, err := q.Take(t.Context(), "worker", old); run != nil || err != nil {
		t.Fatalf("an attempt that has ended runs: %v, %v", run, err)
	}
	if run := take(t, q, second); run.Attempt != 2 {
		t.Errorf("attempt %d runs", run.Attempt)
	}
}

// TestCancel stops a job that runs, and takes one that waits out of the queue.
func TestCancel(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	queued := submit(t, q, request(1))
	run := take(t, q, queued)
	if _, err := q.Cancel(t.Context(), queued.ID); err != nil {
		t.Fatal(err)
	}
	select {
	case <-run.Context.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the run goes on")
	}
	if err := run.Done(t.Context(), nil, jobs.Times{}); !errors.Is(err, jobs.ErrEnded) {
		t.Errorf("a cancelled job ended with %v", err)
	}
	waiting := submit(t, q, request(2))
	if _, err := q.Cancel(t.Context(), waiting.ID); err != nil {
		t.Fatal(err)
	}
	if m := next(t, q, waiting, 50*time.Millisecond); m != nil {
		t.Error("a cancelled job waits")
	}
	if _, err := q.Cancel(t.Context(), waiting.ID); !errors.Is(err, jobs.ErrEnded) {
		t.Errorf("cancelled again: %v", err)
	}
}

// TestSilentWorker hands a silent worker's job to another, and gives up in the end.
func TestSilentWorker(t *testing.T) {
	t.Parallel() // it waits, mostly
	q := servicetest.Start(t, "a").Queue(t, 0)
	queued := submit(t, q, request(1))
	dead := take(t, q, queued)
	dead.Stop()
	begin := time.Now()
	run := take(t, q, queued)
	if waited := time.Since(begin); waited > 5*time.Second {
		t.Errorf("it takes %s until another worker has the job", waited)
	}
	if len(run.Tries) != 1 {
		t.Errorf("tries: %+v", run.Tries)
	}
	for len(run.Tries) < jobs.MaxTries { // the worker that died counts no try
		if err := run.Return(t.Context(), "the device is lost"); err != nil {
			t.Fatal(err)
		}
		run = take(t, q, queued)
	}
	if err := run.Return(t.Context(), "the device is lost"); err != nil {
		t.Fatal(err)
	}
	last, err := q.Take(t.Context(), "worker", next(t, q, queued, 10*time.Second))
	if last != nil || err != nil {
		t.Fatalf("a sixth run: %v, %v", last, err)
	}
	failed, err := q.Record(t.Context(), queued.ID)
	if err != nil || !errors.Is(failed.Err(), jobs.ErrGaveUp) {
		t.Errorf("%+v, %v", failed, err)
	}
}

// TestPass has workers that stop pass a job on, more often than it may be tried. It has no try.
func TestPass(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	queued := submit(t, q, request(1))
	for range jobs.MaxTries + 1 {
		run := take(t, q, queued)
		if len(run.Tries) > 0 {
			t.Fatalf("tries: %+v", run.Tries)
		}
		if err := run.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	run := take(t, q, queued)
	run.Stop() // as a worker that dies
	if run = take(t, q, queued); len(run.Tries) != 1 {
		t.Errorf("tries after a death: %+v", run.Tries)
	}
}

// TestBeginAloneAgain counts a try once whose first count has no answer.
func TestBeginAloneAgain(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	run := take(t, q, submit(t, q, request(1)))
	before := *run.Record
	for range 2 {
		*run.Record = before
		if err := run.BeginAlone(t.Context()); err != nil || run.Alone != 1 {
			t.Errorf("%+v, %v", run.Record, err)
		}
	}
}

// TestDeadWorkers counts deaths of workers on a job that they had alone, and on no other.
func TestDeadWorkers(t *testing.T) {
	t.Parallel() // it waits, mostly
	q := servicetest.Start(t, "a").Queue(t, 0)
	held, alone := submit(t, q, request(1)), submit(t, q, request(2))
	for i := range jobs.MaxTries + 1 {
		for range 2 {
			run := takeAny(t, q, held)
			if run.Suspect() != (i > 0) {
				t.Errorf("%d deaths: %+v", i, run.Tries)
			}
			if run.ID == alone.ID && i > 0 {
				if err := run.BeginAlone(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			run.Stop() // as a worker that dies
		}
	}
	var ended *jobs.Run
	for range 2 {
		if run := takeAny(t, q, held); run != nil {
			ended = run
		}
	}
	if ended == nil || ended.ID != held.ID {
		t.Fatalf("the job that workers held is gone: %+v", ended)
	}
	if err := ended.Leave(t.Context()); err != nil {
		t.Error(err)
	}
	failed, err := q.Record(t.Context(), alone.ID)
	if err != nil || !errors.Is(failed.Err(), jobs.ErrGaveUp) {
		t.Errorf("%+v, %v", failed, err)
	}
}

// takeAny takes the next job of a line. It returns nil where that has ended.
func takeAny(t *testing.T, q *jobs.Queue, r *jobs.Record) *jobs.Run {
	t.Helper()
	m := next(t, q, r, 10*time.Second)
	if m == nil {
		t.Fatal("no message")
	}
	run, err := q.Take(t.Context(), "worker", m)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestDeadline fails a job that nobody proved in time, for whoever waits and for workers.
func TestDeadline(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	soon := request(1)
	soon.Deadline = time.Now().Add(100 * time.Millisecond)
	queued := submit(t, q, soon)
	run := take(t, q, queued)
	<-run.Context.Done()
	if cause := context.Cause(run.Context); !errors.Is(cause, jobs.ErrDeadline) {
		t.Errorf("the run ended with %v", cause)
	}
	failed, err := q.End(t.Context(), queued)
	if err != nil || !errors.Is(failed.Err(), jobs.ErrDeadline) {
		t.Errorf("%+v, %v", failed, err)
	}
	soon.Deadline = time.Now().Add(-time.Second)
	if _, err := q.Submit(t.Context(), soon); !errors.Is(err, jobs.ErrInvalid) {
		t.Errorf("a deadline in the past: %v", err)
	}
}

// TestKeep bounds deadlines by what the streams keep, whatever a client asks for.
func TestKeep(t *testing.T) {
	s := servicetest.Start(t, "a")
	s.Queue(t, 0) // makes the streams
	for _, keep := range []time.Duration{time.Hour, 10 * jobs.DefaultKeep} {
		conn, err := s.Connect(s.Tenants[0])
		if err != nil {
			t.Fatal(err)
		}
		q, err := jobs.Open(t.Context(), conn, s.Ring, keep)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		late := request(1)
		late.Deadline = time.Now().Add(jobs.DefaultKeep / 2)
		submit(t, q, late)
		late.Deadline = time.Now().Add(2 * jobs.DefaultKeep)
		if _, err := q.Submit(t.Context(), late); !errors.Is(err, jobs.ErrInvalid) {
			t.Errorf("keeping for %s, a deadline that is too late: %v", keep, err)
		}
	}
}

// TestTenants keeps the records, jobs and witnesses of a tenant from another.
func TestTenants(t *testing.T) {
	service := servicetest.Start(t, "a", "b")
	a, b := service.Queue(t, 0), service.Queue(t, 1)
	ofA, ofB := submit(t, a, request(1)), submit(t, b, request(1))
	if ofA.ID == ofB.ID {
		t.Error("two tenants' jobs have the same name")
	}
	if _, err := b.Record(t.Context(), ofA.ID); !errors.Is(err, jobs.ErrNoJob) {
		t.Errorf("b reads a's record: %v", err)
	}
	if _, err := b.Cancel(t.Context(), ofA.ID); !errors.Is(err, jobs.ErrNoJob) {
		t.Errorf("b cancels a's job: %v", err)
	}
	if _, err := b.Witness(t.Context(), ofA.ID+".1", 0); !errors.Is(err, jobs.ErrNoWitness) {
		t.Errorf("b reads a's witness: %v", err)
	}
	if r := take(t, b, ofB); r.ID != ofB.ID {
		t.Error("b's worker has a's job")
	}
	if m := next(t, b, ofB, 50*time.Millisecond); m != nil {
		t.Error("b's queue has two jobs")
	}
}
