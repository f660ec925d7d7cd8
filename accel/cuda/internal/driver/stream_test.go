package driver

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"

	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// enqueueWork keeps a stream busy for a while on a real device, and leaves value in every word.
func enqueueWork(q *Queue, p Ptr, words uint64, value uint32) {
	for i := range uint32(50) {
		q.Memset32(p, i, words)
	}
	q.Memset32(p, value, words)
}

const workWords = 1 << 20

func TestStreamsWaitForEvents(t *testing.T) {
	c := openContext(t)
	p, q := alloc(t, c, 4*workWords), alloc(t, c, 4*workWords)
	first, second, e := stream(t, c), stream(t, c), event(t, c, Ordering)
	do(t, c, func(th *Thread) error {
		before, behind := th.Queue(first), th.Queue(second)
		enqueueWork(before, p, workWords, 42)
		before.Record(e)
		behind.Wait(e)
		behind.CopyWithin(q, p, 4*workWords)
		return errors.Join(before.Err(), behind.Err())
	})
	for i, v := range download(t, c, q, workWords, second) {
		if v != 42 {
			t.Fatalf("word %d is %d: the second stream did not wait", i, v)
		}
	}
}

func TestWait(t *testing.T) {
	c := openContext(t)
	p := alloc(t, c, 4*workWords)
	s, e := stream(t, c), event(t, c, Waking)
	pinned := acquire(t, c, func(th *Thread) (*Pinned, error) {
		return th.AllocPinned(4 * workWords)
	}, (*Thread).FreePinned)
	queue(t, c, s, func(q *Queue) {
		enqueueWork(q, p, workWords, 7)
		q.CopyOut(pinned.Bytes(), p)
		q.Record(e)
	})
	var wait parallel.WaitGroup
	for range 16 {
		wait.Go(func() {
			if err := c.Wait(e); err != nil {
				t.Error(err)
			}
			if words := raw.View[uint32](pinned.Bytes()); words[0] != 7 || words[workWords-1] != 7 {
				t.Errorf("Wait returned before the copy was over: %d … %d",
					words[0], words[workWords-1])
			}
		})
	}
	// Others go on while they wait.
	do(t, c, allocateAndFree)
	wait.Wait()
	do(t, c, func(th *Thread) error {
		done, err := th.Done(e)
		if !done {
			t.Error("the event has not happened after Wait")
		}
		return err
	})
}

func TestEventNeverRecordedHasHappened(t *testing.T) {
	c := openContext(t)
	if err := c.Wait(event(t, c, Waking)); err != nil {
		t.Error(err)
	}
}

func TestDonePolls(t *testing.T) {
	c := openContext(t)
	p := alloc(t, c, 4*workWords)
	s, e := stream(t, c), event(t, c, Waking)
	queue(t, c, s, func(q *Queue) {
		enqueueWork(q, p, workWords, 7)
		q.Record(e)
	})
	for deadline := time.Now().Add(time.Minute); ; {
		var done bool
		do(t, c, func(th *Thread) (err error) {
			done, err = th.Done(e)
			return err
		})
		if done {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the event does not happen")
		}
	}
}

func TestElapsed(t *testing.T) {
	c := openContext(t)
	p := alloc(t, c, 4*workWords)
	s, a, b := stream(t, c), event(t, c, Timing), event(t, c, Timing)
	start := time.Now()
	queue(t, c, s, func(q *Queue) {
		q.Record(a)
		enqueueWork(q, p, workWords, 7)
		q.Record(b)
	})
	if err := c.Wait(b); err != nil {
		t.Fatal(err)
	}
	wall := time.Since(start)
	do(t, c, func(th *Thread) error {
		d, err := th.Elapsed(a, b)
		if err == nil && (d <= 0 || d > wall+time.Millisecond) {
			t.Errorf("%v between the events, %v on the clock", d, wall)
		}
		return err
	})
}
