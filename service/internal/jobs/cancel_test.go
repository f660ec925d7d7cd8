package jobs_test

import (
	"net"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go"
)

// slow is a dialer and its connections, which write late.
type slow struct{ net.Conn }

func (slow) Dial(network, address string) (net.Conn, error) {
	conn, err := net.Dial(network, address)
	return slow{conn}, err
}

func (s slow) Write(content []byte) (int, error) {
	time.Sleep(100 * time.Millisecond)
	return s.Conn.Write(content)
}

// TestSubmittedBesideCancel submits a job again while a slow client still cancels it. The new
// attempt waits for a worker.
func TestSubmittedBesideCancel(t *testing.T) {
	s := servicetest.Start(t, "a")
	q := s.Queue(t, 0)
	far, err := jobs.Dial(t.Context(), s.URL(), s.Ring, jobs.DefaultKeep,
		nats.UserInfo("a", s.Tenants[0].Token), nats.SetCustomDialer(slow{}))
	if err != nil {
		t.Fatal(err)
	}
	defer far.Conn.Close()
	cancelled := make(chan bool, 1)
	if err := q.Watch(func(r *jobs.Record) {
		if r.State == jobs.Cancelled {
			cancelled <- true
		}
	}); err != nil {
		t.Fatal(err)
	}
	first := submit(t, q, request(1))
	ended := make(chan error)
	go func() {
		_, err := far.Cancel(t.Context(), first.ID)
		ended <- err
	}()
	<-cancelled
	second := submit(t, q, request(1))
	if err := <-ended; err != nil || second.Attempt != 2 {
		t.Fatalf("%+v, %v", second, err)
	}
	if run := take(t, q, second); run.Attempt != 2 {
		t.Errorf("attempt %d runs", run.Attempt)
	}
}
