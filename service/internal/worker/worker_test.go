package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/solidity"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
	"github.com/rs/zerolog"
)

// start runs a worker of all tenants until the test ends or stop is called. Stop waits for its
// jobs. start returns a client of each tenant, and the log.
func start(t *testing.T, s *servicetest.Service, c worker.Config) (
	clients []*client.Client, log *servicetest.Log, stop func(),
) {
	t.Helper()
	log = new(servicetest.Log)
	var queues []*jobs.Queue
	for i := range s.Tenants {
		queues = append(queues, s.Queue(t, i))
		clients = append(clients, (*client.Client)(s.Queue(t, i).Handle()))
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	c.Log = program.Log(log, zerolog.DebugLevel)
	w := worker.New(queues, c)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	servicetest.Eventually(t, func() bool {
		workers, err := clients[0].Workers(t.Context())
		return err == nil && len(workers) > 0
	})
	return clients, log, stop
}

func add(t *testing.T, c *client.Client, e servicetest.Example, o ...client.CircuitOption) string {
	t.Helper()
	digest, err := c.AddCircuit(t.Context(), e.System, e.PK, e.VK, o...)
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

// TestFiles adds a circuit by the files that gnark wrote, and proves. A missing file is an error.
func TestFiles(t *testing.T) {
	s := servicetest.Start(t, "a")
	e := servicetest.Groth16(t, &servicetest.Square{})
	clients, _, _ := start(t, s, worker.Config{})
	var paths [3]string
	for i, from := range []io.WriterTo{e.System, e.PK.(io.WriterTo), e.VK.(io.WriterTo)} {
		paths[i] = filepath.Join(t.TempDir(), "file")
		var content bytes.Buffer
		if _, err := from.WriteTo(&content); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(paths[i], content.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	name := client.WithName("square")
	m, err := clients[0].AddFiles(t.Context(), "groth16", "bn254", paths, name)
	if err != nil || m.Curve != "bn254" {
		t.Fatal(m, err)
	}
	full := e.Witness(t, &servicetest.Square{X: 3, Y: 9})
	proof, err := clients[0].Prove(t.Context(), "square", full)
	if err == nil {
		err = verify(t, e, proof, full)
	}
	if err != nil {
		t.Error(err)
	}
	paths[1] += ".gone"
	if _, err := clients[0].AddFiles(t.Context(), "groth16", "bn254", paths); !errors.Is(
		err, os.ErrNotExist) || errors.Is(err, client.ErrMalformedCircuit) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// committed is a square whose proof has a commitment to X, as range checks have.
type committed struct{ servicetest.Square }

func (c *committed) Define(api frontend.API) error {
	commitment, err := api.Compiler().(frontend.Committer).Commit(c.X)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(commitment, 0)
	return c.Square.Define(api)
}

// TestSchemes proves with both schemes, and reads the circuit by its name. Loading tells its steps.
func TestSchemes(t *testing.T) {
	var told sync.Map // the bytes that are left to do, by step
	clients, _, _ := start(t, servicetest.Start(t, "a"), worker.Config{
		Progress: func(step string, done, total int64) { told.Store(step, total-done) },
	})
	for name, e := range map[string]servicetest.Example{
		"groth16": servicetest.Groth16(t, &servicetest.Square{}),
		"plonk":   servicetest.PLONK(t, &servicetest.Square{}, ecc.BLS12_377),
		"commits": servicetest.Groth16(t, &committed{}),
	} {
		digest := add(t, clients[0], e, client.WithName(name), client.ForSolidity())
		full := e.Witness(t, &servicetest.Square{X: 3, Y: 9})
		job, err := clients[0].Submit(t.Context(), name, full)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := job.Wait(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		if err := verify(t, e, proof, full); err != nil {
			t.Error(name, err)
		}
		if job.Circuit != digest {
			t.Errorf("%s: the job is for %s", name, job.Circuit)
		}
		if left, _ := told.Load("reading circuit " + digest[:8]); left != int64(0) {
			t.Errorf("%s: %v bytes are not told to be read", name, left)
		}
	}
}

// verify verifies a proof that is for Solidity, as a user does.
func verify(
	t *testing.T, e servicetest.Example, proof client.Proof, full witness.Witness,
) error {
	t.Helper()
	public, err := full.Public()
	if err != nil {
		t.Fatal(err)
	}
	if key, ok := e.VK.(groth16.VerifyingKey); ok {
		return groth16.Verify(proof.(groth16.Proof), key, public,
			solidity.WithVerifierTargetSolidityVerifier(backend.GROTH16))
	}
	return plonk.Verify(proof, e.VK.(plonk.VerifyingKey), public,
		solidity.WithVerifierTargetSolidityVerifier(backend.PLONK))
}

const secretValue = "1234567890123456789012345678901234567"

// TestSecrets looks for a witness in logs, subjects and files. It does so while its job waits, and
// when it has failed and was proved.
func TestSecrets(t *testing.T) {
	s := servicetest.Start(t, "a")
	e := servicetest.Groth16(t, &servicetest.Square{})
	var x, y big.Int
	x.SetString(secretValue, 10)
	y.Mul(&x, &x)
	good := e.Bytes(t, &servicetest.Square{X: &x, Y: &y})
	bad := e.Bytes(t, &servicetest.Square{X: &x, Y: 5})

	clients, log, stop := start(t, s, worker.Config{})
	digest := add(t, clients[0], e)
	full := e.Witness(t, &servicetest.Square{X: &x, Y: &y})
	if _, err := clients[0].Prove(t.Context(), digest, full); err != nil {
		t.Fatal(err)
	}
	job, err := clients[0].SubmitBytes(t.Context(), digest, bad)
	if err != nil {
		t.Fatal(err)
	}
	err = job.End(t.Context())
	if !errors.Is(err, client.ErrUnsatisfied) || !strings.Contains(err.Error(), y.String()) {
		t.Errorf("the submitter reads %v", err)
	}
	if strings.Contains(job.Reason, y.String()) || !strings.Contains(job.Reason, "constraint #") {
		t.Errorf("everybody reads %s", job.Reason)
	}
	stop()
	_, err = clients[0].SubmitBytes(t.Context(), digest, good, client.WithKey("waits"))
	if err != nil {
		t.Fatal(err)
	}
	s.Stop() // writes everything
	secrets := [][]byte{x.Bytes(), []byte(x.String()), []byte(y.String())}
	for _, secret := range secrets {
		if strings.Contains(log.String(), string(secret)) {
			t.Errorf("the log has %q", secret)
		}
	}
	files := 0
	err = filepath.Walk(s.Folder, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files++
		for _, secret := range secrets {
			if bytes.Contains(content, secret) {
				t.Errorf("%s has %q", path, secret)
			}
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}

// halve is a hint that gnark does not have, for even numbers.
func halve(_ *big.Int, in, out []*big.Int) error {
	if in[0].Bit(0) == 1 {
		return fmt.Errorf("odd: %s", in[0])
	}
	out[0].Rsh(in[0], 1)
	return nil
}

// half says that X is even, and calls halve.
type half struct {
	X frontend.Variable `gnark:",public"`
}

func (c *half) Define(api frontend.API) error {
	out, err := api.Compiler().NewHint(halve, 1, c.X)
	if err != nil {
		return err
	}
	api.AssertIsEqual(api.Add(out[0], out[0]), c.X)
	return nil
}

// TestHints refuses a circuit whose hint no worker has, by name. It proves it once one has. A hint
// that fails ends the job, and only the tenant reads its words.
func TestHints(t *testing.T) {
	s := servicetest.Start(t, "a")
	e := servicetest.Groth16(t, &half{})
	clients, _, stop := start(t, s, worker.Config{})
	_, err := clients[0].AddCircuit(t.Context(), e.System, e.PK, e.VK)
	if !errors.Is(err, client.ErrUnknownHints) || !strings.Contains(err.Error(), "halve") {
		t.Fatalf("an unknown hint: %v", err)
	}
	stop()
	_, err = clients[0].AddCircuit(t.Context(), e.System, e.PK, e.VK)
	if !errors.Is(err, client.ErrNoWorker) {
		t.Fatalf("no worker: %v", err)
	}
	solver.RegisterHint(halve) // as the main function of a worker of the user's does
	clients, _, _ = start(t, s, worker.Config{})
	full, digest := e.Witness(t, &half{X: 8}), add(t, clients[0], e, client.ForSolidity())
	proof, err := clients[0].Prove(t.Context(), digest, full)
	if err == nil {
		err = verify(t, e, proof, full)
	}
	if err != nil {
		t.Error(err)
	}
	job, err := clients[0].Submit(t.Context(), digest, e.Witness(t, &half{X: 1357}))
	if err != nil {
		t.Fatal(err)
	}
	err = job.End(t.Context())
	if !errors.Is(err, client.ErrHint) || !strings.Contains(err.Error(), "odd: 1357") ||
		!strings.HasSuffix(job.Reason, "worker_test.halve") || len(job.Tries) > 0 {
		t.Errorf("a hint that fails: %v, %+v", err, job.Record)
	}
}

// TestStreamAndTenants proves streams of two tenants with one circuit at the same time. The streams
// have errors of their own. The circuit may be evicted between proofs.
func TestStreamAndTenants(t *testing.T) {
	s := servicetest.Start(t, "a", "b")
	clients, _, _ := start(t, s, worker.Config{Memory: 1})
	e := servicetest.Groth16(t, &servicetest.Square{})
	var streams sync.WaitGroup
	for _, c := range clients {
		digest := add(t, c, e)
		streams.Go(func() {
			witnesses := make(chan witness.Witness)
			go func() {
				defer close(witnesses)
				for i := range 6 {
					y := i * i
					if i == 3 {
						y++
					}
					witnesses <- e.Witness(t, &servicetest.Square{X: i, Y: y})
				}
			}()
			i := 0
			for proof, err := range c.ProveStream(t.Context(), digest, witnesses, 4) {
				if (i == 3) != errors.Is(err, client.ErrUnsatisfied) || (proof == nil) != (i == 3) {
					t.Errorf("result %d: %v, %v", i, proof, err)
				}
				i++
			}
			if i != 6 {
				t.Errorf("%d results", i)
			}
		})
	}
	streams.Wait()
}

// TestStreamEnds ends a stream's context while a good proof is handled. The stream says so.
func TestStreamEnds(t *testing.T) {
	clients, _, _ := start(t, servicetest.Start(t, "a"), worker.Config{})
	e := servicetest.Groth16(t, &servicetest.Square{})
	digest := add(t, clients[0], e)
	witnesses := make(chan witness.Witness, 1)
	witnesses <- e.Witness(t, &servicetest.Square{X: 3, Y: 9})
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	enough := errors.New("enough")
	var last error
	for proof, err := range clients[0].ProveStream(ctx, digest, witnesses, 1) {
		if (proof == nil) != (err != nil) {
			t.Errorf("%v, %v", proof, err)
		}
		last = err
		cancel(enough)
	}
	if !errors.Is(last, enough) {
		t.Errorf("the stream ends with %v", last)
	}
}

// TestBrokenDevice leaves a job that one worker cannot prove to another.
func TestBrokenDevice(t *testing.T) {
	s := servicetest.Start(t, "a")
	broken, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	broken.Close()
	clients, _, _ := start(t, s, worker.Config{Engine: broken})
	e := servicetest.Groth16(t, &servicetest.Square{})
	digest := add(t, clients[0], e)
	job, err := clients[0].Submit(t.Context(), digest,
		e.Witness(t, &servicetest.Square{X: 3, Y: 9}))
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, func() bool { // the broken one has had it
		now, err := clients[0].Job(t.Context(), job.ID)
		return err == nil && len(now.Tries) > 0
	})
	start(t, s, worker.Config{})
	if _, err := job.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if job.Tries[0].Worker == job.Worker || !strings.Contains(job.Tries[0].Reason, "after Close") {
		t.Errorf("%+v, and then %s", job.Tries, job.Worker)
	}
}

// TestDrainShared: no tenant drains a worker that others have too.
func TestDrainShared(t *testing.T) {
	s := servicetest.Start(t, "a", "b")
	clients, _, _ := start(t, s, worker.Config{})
	workers, err := clients[0].Workers(t.Context())
	if err != nil || len(workers) != 1 {
		t.Fatal(workers, err)
	}
	if err := clients[0].Drain(t.Context(), workers[0].ID); !errors.Is(err, jobs.ErrShared) {
		t.Error(err)
	}
	if workers, err = clients[1].Workers(t.Context()); err != nil || workers[0].Draining {
		t.Error(workers, err)
	}
}

// TestDrain has a drained worker finish its job and take no other.
func TestDrain(t *testing.T) {
	s := servicetest.Start(t, "a")
	clients, _, stop := start(t, s, worker.Config{})
	e := servicetest.Groth16(t, &servicetest.Square{})
	digest := add(t, clients[0], e)
	workers, err := clients[0].Workers(t.Context())
	if err != nil || len(workers) != 1 {
		t.Fatal(workers, err)
	}
	if err := clients[0].Drain(t.Context(), workers[0].ID); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := clients[0].Drain(t.Context(), "nobody"); !errors.Is(err, client.ErrNoWorker) {
		t.Errorf("nobody drains: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	full := e.Witness(t, &servicetest.Square{X: 3, Y: 9})
	_, err = clients[0].Prove(ctx, digest, full, client.WithDeadline(time.Now().Add(time.Minute)))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a drained worker proves: %v", err)
	}
}
