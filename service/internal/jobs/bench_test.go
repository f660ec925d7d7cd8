package jobs_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
)

// BenchmarkJobs submits jobs, 32 at once, and takes, reads and ends them as soon as they come. A
// small witness has one input over BN254, a large one 2^17.
func BenchmarkJobs(b *testing.B) {
	for _, inputs := range []int{1, 1 << 17} {
		for _, syncEvery := range []time.Duration{0, time.Minute} {
			b.Run(fmt.Sprintf("inputs=%d/sync=%v", inputs, syncEvery), func(b *testing.B) {
				benchmarkJobs(b, inputs, syncEvery)
			})
		}
	}
}

func benchmarkJobs(b *testing.B, inputs int, syncEvery time.Duration) {
	const atOnce = 32
	service := servicetest.StartSyncing(b, syncEvery, "a")
	client, worker := service.Queue(b, 0), service.Queue(b, 0)
	manifest := &circuit.Manifest{
		Digest: strings.Repeat("0", 64), Curve: "bn254", Secret: inputs,
	}
	consumer, err := worker.Consumer(b.Context(), jobs.Normal, manifest.Digest)
	if err != nil {
		b.Fatal(err)
	}
	full := make([]byte, 3*4+32*inputs)
	binary.BigEndian.PutUint32(full[4:], uint32(inputs))
	binary.BigEndian.PutUint32(full[8:], uint32(inputs))
	next, ended := make(chan int), make(chan bool, atOnce)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for i := range next {
				_, err := client.Submit(b.Context(), jobs.Request{
					Circuit: manifest, Witness: full, Key: fmt.Sprint(i),
				})
				if err != nil {
					b.Error(err)
				}
				<-ended
			}
		})
	}
	all.Go(func() {
		for left := b.N; left > 0; {
			batch, err := consumer.FetchNoWait(8)
			if err != nil {
				b.Error(err)
				return
			}
			for m := range batch.Messages() {
				left--
				all.Go(func() {
					end(b, worker, m)
					ended <- true
				})
			}
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		next <- i
	}
	close(next)
	all.Wait()
}

// end takes a job, reads its witness and ends it with a proof of some bytes.
func end(b *testing.B, q *jobs.Queue, m jetstream.Msg) {
	run, err := q.Take(b.Context(), "w", m)
	if err != nil {
		b.Error(err)
		return
	}
	if _, err := run.Witness(b.Context()); err != nil {
		b.Error(err)
	}
	if err := run.Done(b.Context(), make([]byte, 256), jobs.Times{}); err != nil {
		b.Error(err)
	}
}
