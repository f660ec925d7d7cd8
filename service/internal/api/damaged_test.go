package api

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/prometheus/procfs"
	"golang.org/x/sync/errgroup"
)

// victim is a circuit that is there, whose files are damaged.
type victim struct {
	upload
	full   []byte
	digest string
}

func victims(t *testing.T, s *served) (all []victim) {
	t.Helper()
	nine := &servicetest.Square{X: 3, Y: 9}
	for _, c := range []struct {
		servicetest.Example
		assignment frontend.Circuit
	}{
		{servicetest.Groth16(t, &servicetest.Square{}), nine},
		{servicetest.Groth16(t, &checked{}), &checked{X: 3}},
		{servicetest.PLONK(t, &servicetest.Square{}, ecc.BN254), nine},
	} {
		u := uploadOf(t, c.Example, "name", "")
		digest, status := s.added(t, u)
		if status != 201 {
			t.Fatalf("%T: status %d", c.assignment, status)
		}
		all = append(all, victim{u, c.Bytes(t, c.assignment), digest})
	}
	return all
}

func (s *served) added(t *testing.T, u upload) (digest string, status int) {
	t.Helper()
	reply := s.add(t, 0, u)
	var m struct{ Digest string }
	if err := json.Unmarshal(reply.Body.Bytes(), &m); err != nil {
		t.Error(err)
	}
	return m.Digest, reply.Code
}

// TestDamagedFiles sends damaged systems, keys and witnesses to services that prove in the same
// process. Each reply is an error, or a circuit or job that is whole, and the process lives.
func TestDamagedFiles(t *testing.T) {
	n := servicetest.DamagedFiles(t)
	const each = 200 // files a service
	codes := map[string]int{}
	began, before := time.Now(), int64(0)
	for sent := 0; sent < n; sent += each {
		t.Run(fmt.Sprint(sent), func(t *testing.T) {
			sendDamaged(t, sent, min(each, n-sent), codes)
		})
		if sent == 0 {
			before = resident()
		}
		t.Logf("%s, %d MiB resident", time.Since(began).Round(time.Second), resident()>>20)
	}
	t.Logf("%d damaged files in %s: %v", n, time.Since(began).Round(time.Second), codes)
	if grown := resident() - before; grown > 256<<20 {
		t.Errorf("%d MiB more are resident", grown>>20)
	}
}

// sendDamaged sends n files to a service, and counts the replies. In the end it proves a witness.
func sendDamaged(t *testing.T, seed, n int, codes map[string]int) {
	t.Helper()
	s := serve(t)
	all := victims(t, s)
	random := rand.New(rand.NewPCG(41, uint64(seed)))
	kinds := []string{"system", "system", "provingKey", "verifyingKey", "witness"}
	var senders errgroup.Group
	senders.SetLimit(2 * runtime.NumCPU())
	var mutex sync.Mutex // guards codes
	for i := range n {
		v, kind := all[random.IntN(len(all))], kinds[i%len(kinds)]
		whole := v.full
		if kind != "witness" {
			whole = v.files[kind]
		}
		content := servicetest.Damage(random, whole)
		senders.Go(func() error {
			code := s.damaged(t, v, kind, content)
			if code >= 500 || code == 404 {
				t.Errorf("file %d, a %s: status %d", seed+i, kind, code)
			}
			mutex.Lock()
			defer mutex.Unlock()
			codes[fmt.Sprintf("%s %d", kind, code)]++
			return nil
		})
	}
	senders.Wait()
	for _, v := range all {
		s.prove(t, v.digest+"&again=true", v.full, jobs.Done)
	}
}

// with returns the form with another file.
func (u upload) with(name string, content []byte) upload {
	files := maps.Clone(u.files)
	files[name] = content
	return upload{u.fields, files}
}

// damaged submits a damaged witness, or adds a circuit with a damaged file. A circuit that is taken
// proves a witness, or fails to.
func (s *served) damaged(t *testing.T, v victim, kind string, content []byte) int {
	t.Helper()
	if kind == "witness" {
		return s.call(t, 0, "POST", "/v1/jobs?circuit="+v.digest, content).Code
	}
	digest, code := s.added(t, v.with(kind, content))
	if code == 201 {
		s.call(t, 0, "POST", "/v1/jobs?circuit="+digest, v.full)
	}
	return code
}

// resident is the resident memory of the process, in bytes. Where the host does not say, it is the
// heap in use.
func resident() int64 {
	runtime.GC()
	var stat procfs.ProcStat
	self, err := procfs.Self()
	if err == nil {
		stat, err = self.Stat()
	}
	if err != nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse)
	}
	return int64(stat.ResidentMemory())
}

// TestHeads refuses files whose heads give a size of 2^40.
func TestHeads(t *testing.T) {
	s := serve(t)
	for _, v := range victims(t, s) {
		for kind, put := range map[string]func([]byte){
			"system":       func(c []byte) { binary.LittleEndian.PutUint64(c[32:], 1<<40) },
			"provingKey":   func(c []byte) { binary.BigEndian.PutUint64(c, 1<<40) },
			"verifyingKey": func(c []byte) { binary.BigEndian.PutUint64(c, 1<<40) },
		} {
			content := bytes.Clone(v.files[kind])
			put(content)
			expect(t, s.add(t, 0, v.with(kind, content)), 400, "")
		}
	}
}

// checked is a circuit with a range check: a hint, and a commitment.
type checked struct {
	X frontend.Variable
}

func (c *checked) Define(api frontend.API) error {
	rangecheck.New(api).Check(c.X, 5)
	return nil
}
