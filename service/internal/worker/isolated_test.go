package worker_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

func TestMain(m *testing.M) {
	untrusted.Main()
	os.Exit(m.Run())
}

// TestDeadlyJobs has one tenant's jobs ask for more memory than there is, or for all that a child
// may take. The other tenant's jobs are proved meanwhile, by the same worker.
func TestDeadlyJobs(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	clients, log, _ := start(t, servicetest.Start(t, "a", "b"), worker.Config{})
	e := servicetest.Groth16(t, &servicetest.Partition{})
	var working sync.WaitGroup
	defer working.Wait()
	prove := func(c *client.Client, i int, split uint64, want error) {
		full := e.Witness(t, &servicetest.Partition{Split: split, X: 5})
		_, err := c.Prove(t.Context(), "partition", full, client.WithKey(fmt.Sprint(i)))
		if !errors.Is(err, want) || want != nil && !strings.Contains(err.Error(), "died") {
			t.Errorf("a split at %d: %v", split, err)
		}
	}
	for k, c := range clients {
		add(t, c, e, client.WithName("partition"))
		for of := range 4 {
			working.Go(func() {
				for i := of; i < n; i += 4 {
					if k == 0 {
						prove(c, i, []uint64{1 << 45, 1 << 34}[i%2], client.ErrUnsatisfied)
					} else {
						prove(c, i, 10, nil)
					}
				}
			})
		}
	}
	working.Wait()
	if strings.Contains(log.String(), "job given back") {
		t.Error(log)
	}
}

// TestDeadlyCircuits has a client of NATS store systems that end the process that reads or solves
// them, past the child that reads uploads. A worker of several tenants refuses them, and lives.
func TestDeadlyCircuits(t *testing.T) {
	s := servicetest.Start(t, "a", "b")
	clients, _, _ := start(t, s, worker.Config{})
	square := servicetest.Groth16(t, &servicetest.Square{})
	scheme, whole := square.Files(t)
	system, err := servicetest.Read(whole[circuit.System])
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint64(system[64:], 1<<40) // levels
	broken := whole
	broken[circuit.System] = servicetest.File(system)
	honest := circuit.ManifestOf(scheme, circuit.Options{}, "bn254", whole)
	m, err := circuit.Read(&honest, whole)
	if err != nil {
		t.Fatal(err)
	}
	hostile := m.Manifest
	described := circuit.ManifestOf(scheme, circuit.Options{}, "bn254", broken)
	hostile.Digest, hostile.System = described.Digest, described.System
	queue := s.Queue(t, 0)
	if err := queue.AddCircuit(t.Context(), &hostile, broken, jobs.Naming{}); err != nil {
		t.Fatal(err)
	}
	full := square.Witness(t, &servicetest.Square{X: 3, Y: 9})
	_, err = clients[0].Prove(t.Context(), hostile.Digest, full)
	if !errors.Is(err, client.ErrMalformedCircuit) || !strings.Contains(err.Error(), "died") {
		t.Errorf("a system with 2^40 levels: %v", err)
	}
	for name, of := range clients {
		if _, err := of.Prove(t.Context(), add(t, of, square), full); err != nil {
			t.Errorf("a whole circuit of tenant %d after it: %v", name, err)
		}
	}
}

// TestForeignKeys proves with the proving key of another circuit, which a worker that is alone
// reads without a child. The first try says that the keys are to blame.
func TestForeignKeys(t *testing.T) {
	clients, _, _ := start(t, servicetest.Start(t, "a"), worker.Config{})
	e := servicetest.Groth16(t, &servicetest.Square{})
	e.PK = servicetest.Groth16(t, &servicetest.Partition{}).PK
	digest := add(t, clients[0], e)
	full := e.Witness(t, &servicetest.Square{X: 3, Y: 9})
	job, err := clients[0].Submit(t.Context(), digest, full)
	if err != nil {
		t.Fatal(err)
	}
	_, err = job.Wait(t.Context())
	if !errors.Is(err, client.ErrMalformedCircuit) || len(job.Tries) > 0 {
		t.Errorf("%v, tries %+v", err, job.Tries)
	}
}
