package drilltest

import (
	"fmt"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
)

// proofsBefore is the number of proofs that bring a worker's memory to its usual size.
const proofsBefore = 50

// maxMemory bounds the memory of a server with 100 000 waiting jobs, in bytes.
const maxMemory = 1 << 30

// Wait lets jobs wait, and measures the memory of the server and of workers.
func Wait(t *testing.T, c Config, e *Example) {
	d := start(t, c, e)
	d.proveSome("before")
	serverIdle, _ := d.serving.memory()
	workerIdle := d.largestWorker()
	for _, worker := range d.working {
		worker.kill()
	}
	begin := time.Now()
	if err := d.forAll(c.Jobs, d.submit); err != nil {
		t.Fatal(err)
	}
	submitting := time.Since(begin)
	server, _ := d.serving.memory()
	for i := range d.working {
		d.working[i] = d.work()
	}
	d.proveSome("beside")
	_, peak := d.serving.memory()
	d.print([][2]any{
		{"jobs that waited", c.Jobs},
		{"time to submit them", submitting.Round(time.Second)},
		{"server's memory before them", mebibytes(serverIdle)},
		{"server's memory with them", mebibytes(server)},
		{"server's memory at peak", mebibytes(peak)},
		{"worker's memory before them", mebibytes(workerIdle)},
		{"worker's memory beside them", mebibytes(d.largestWorker())},
	})
	if peak > maxMemory {
		t.Errorf("the server took %s", mebibytes(peak))
	}
}

func (d *drill) submit(i int) error {
	_, err := d.Submit(d.Context(), d.circuit, d.Full, client.WithKey(fmt.Sprint(i)))
	if err == nil && i%10000 == 0 {
		d.Logf("%d jobs wait", i)
	}
	return err
}

// proveSome proves some jobs in turn. They are urgent: they pass the jobs that wait.
func (d *drill) proveSome(key string) {
	for i := range proofsBefore {
		if _, err := d.Prove(d.Context(), d.circuit, d.Full, client.WithPriority(client.High),
			client.WithKey(fmt.Sprint(key, i))); err != nil {
			d.Fatal(err)
		}
	}
}

func (d *drill) largestWorker() (peak int64) {
	for _, worker := range d.working {
		now, _ := worker.memory()
		peak = max(peak, now)
	}
	return peak
}
