package worker_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"golang.org/x/sync/errgroup"
)

// hostile is a client of NATS that stores past the checks of package client.
type hostile struct {
	*jobs.Queue
	circuit.Manifest // of a whole circuit
	files            circuit.Files
	contents         [3][]byte // of the files
	full             []byte
}

// submit stores a witness, whatever it is, with the record and the message of a job. It returns the
// job at its end.
func (h *hostile) submit(
	t *testing.T, digest string, full []byte, changes ...func(*jobs.Record),
) (*jobs.Record, error) {
	ctx, id := t.Context(), hex.EncodeToString(fmt.Append(nil, rand.Uint64N(9e15)+1e15))
	now := time.Now().UTC()
	r := &jobs.Record{ID: id, Attempt: 1, Circuit: digest, Priority: jobs.Normal,
		State: jobs.Queued, Submitted: now, Deadline: now.Add(5 * time.Minute)}
	for _, change := range changes {
		change(r)
	}
	if err := h.PutWitness(ctx, id+".1", full); err != nil {
		return r, err
	}
	bucket, err := h.JetStream.KeyValue(ctx,
		fmt.Sprint("jobs-", crc32.ChecksumIEEE([]byte(id))%8))
	if err != nil {
		return r, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	if _, err := bucket.Create(ctx, id, text); err != nil {
		return r, err
	}
	if _, err := h.JetStream.Publish(ctx, jobs.Subject(r.Priority, digest, id),
		fmt.Appendf(nil, `{"id": %q, "attempt": 1}`, id)); err != nil {
		return r, err
	}
	return h.End(ctx, r)
}

// add stores a circuit one of whose files has another content. It returns the circuit.
func (h *hostile) add(t *testing.T, file int, content []byte) (*circuit.Manifest, error) {
	files := h.files
	files[file] = servicetest.File(content)
	m := h.Manifest
	of := circuit.ManifestOf(m.Scheme, m.Options, m.Curve, files)
	m.Digest, m.System, m.ProvingKey, m.VerifyingKey =
		of.Digest, of.System, of.ProvingKey, of.VerifyingKey
	return &m, h.AddCircuit(t.Context(), &m, files, jobs.Naming{})
}

// damage has a worker prove with a damaged file, or a damaged witness. It returns how that ended.
func (h *hostile) damage(t *testing.T, random *rand.Rand, i int) (string, error) {
	kind := i % 5
	if kind == 4 {
		r, err := h.submit(t, h.Digest, servicetest.Damage(random, h.full))
		return fmt.Sprint("witness ", r.State, " ", r.Cause), err
	}
	file := max(0, kind-1) // two systems for each key
	m, err := h.add(t, file, servicetest.Damage(random, h.contents[file]))
	if err != nil || m.Digest == h.Digest {
		return "the file is whole", err
	}
	r, err := h.submit(t, m.Digest, h.full)
	if err != nil {
		return "", err
	}
	servicetest.Eventually(t, func() bool { // the job's message goes after its end
		err = h.RemoveCircuit(t.Context(), m)
		return !errors.Is(err, jobs.ErrBusy)
	})
	if r.Cause == jobs.GaveUp {
		err = errors.Join(err, r.Err())
	}
	return fmt.Sprint(circuit.FileNames[file], " ", r.State, " ", r.Cause), err
}

// hostiles returns clients of a tenant that damage circuits of both schemes.
func hostiles(t *testing.T, s *servicetest.Service, of *client.Client) (all []*hostile) {
	nine := &servicetest.Square{X: 3, Y: 9}
	partition := &servicetest.Partition{Split: 10, X: 5}
	for _, c := range []struct {
		servicetest.Example
		assignment frontend.Circuit
	}{
		{servicetest.Groth16(t, &servicetest.Square{}), nine},
		{servicetest.Groth16(t, &servicetest.Partition{}), partition},
		{servicetest.PLONK(t, &servicetest.Square{}, ecc.BN254), nine},
	} {
		h := &hostile{Queue: s.Queue(t, 0), full: c.Bytes(t, c.assignment)}
		m, err := of.Circuit(t.Context(), add(t, of, c.Example))
		if err != nil {
			t.Fatal(err)
		}
		h.Manifest = *m
		_, h.files = c.Files(t)
		for i, file := range h.files {
			if h.contents[i], err = servicetest.Read(file); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, h)
	}
	return all
}

// TestDamagedFiles has a client of NATS store damaged systems, keys and witnesses past all checks.
// A worker in the same process as the server proves with them. Both live, each job ends at its
// first try, and another tenant's are proved.
func TestDamagedFiles(t *testing.T) {
	n := servicetest.DamagedFiles(t)
	s := servicetest.Start(t, "a", "b")
	clients, _, _ := start(t, s, worker.Config{})
	all := hostiles(t, s, clients[0])
	honest := servicetest.Groth16(t, &servicetest.Square{})
	digest := add(t, clients[1], honest)
	began, ends := time.Now(), map[string]int{}
	var mutex sync.Mutex // guards ends
	var senders errgroup.Group
	senders.SetLimit(2 * runtime.NumCPU())
	for i := range n {
		senders.Go(func() error {
			random := rand.New(rand.NewPCG(43, uint64(i)))
			end, err := all[random.IntN(len(all))].damage(t, random, i)
			if err != nil {
				t.Errorf("file %d: %s, %v", i, end, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			ends[end]++
			return nil
		})
		if i%100 == 0 {
			full := honest.Witness(t, &servicetest.Square{X: i, Y: i * i})
			if _, err := clients[1].Prove(t.Context(), digest, full); err != nil {
				t.Errorf("an honest job after %d: %v", i, err)
			}
		}
	}
	senders.Wait()
	t.Logf("%d damaged files in %s", n, time.Since(began).Round(time.Second))
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		t.Logf("%6d %s", ends[end], end)
	}
	for _, h := range all {
		r, err := h.submit(t, h.Digest, h.full)
		if err != nil || r.State != jobs.Done {
			t.Errorf("a whole circuit after them: %+v, %v", r, err)
		}
	}
}
