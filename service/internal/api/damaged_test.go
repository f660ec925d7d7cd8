package api

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// damagedVariable says how many damaged files TestDamagedFiles sends, in place of a few.
const damagedVariable = "GNARK_PROVER_DAMAGED_FILES"

// victim is a circuit that is there, whose files are damaged.
type victim struct {
	fields map[string]string
	files  map[string][]byte
	full   []byte
	digest string
}

func victims(t *testing.T, s *served) (all []victim) {
	t.Helper()
	assignment := &servicetest.Square{X: 3, Y: 9}
	for name, e := range map[string]servicetest.Example{
		"square":  servicetest.Groth16(t, &servicetest.Square{}),
		"checked": servicetest.Groth16(t, &checked{}),
		"plonk":   servicetest.PLONK(t, &servicetest.Square{}, ecc.BN254),
	} {
		fields, files := circuitForm(t, e)
		full := e.Bytes(t, assignment)
		if name == "checked" {
			full = e.Bytes(t, &checked{X: 3})
		}
		delete(fields, "name")
		reply := s.addForm(t, fields, files)
		var m struct{ Digest string }
		decode(t, reply.Body, &m)
		if reply.Code != 201 {
			t.Fatalf("%s: status %d", name, reply.Code)
		}
		all = append(all, victim{fields, files, full, m.Digest})
	}
	return all
}

// addForm adds a circuit.
func (s *served) addForm(
	t *testing.T, fields map[string]string, files map[string][]byte,
) *httptest.ResponseRecorder {
	t.Helper()
	body, header := form(t, fields, files)
	return s.call(t, 0, "POST", "/v1/circuits", body, header...)
}

// damage changes some bytes: one anywhere, a number in a head, or the end.
func damage(random *rand.Rand, whole []byte) []byte {
	content := bytes.Clone(whole)
	at := random.IntN(len(content))
	switch random.IntN(6) {
	case 0: // a huge number, as heads have them
		var number [8]byte
		binary.LittleEndian.PutUint64(number[:], 1<<(30+random.IntN(30)))
		if random.IntN(2) == 0 {
			binary.BigEndian.PutUint64(number[:], 1<<(30+random.IntN(30)))
		}
		copy(content[min(at, 200)&^7:], number[:])
	case 1:
		content = content[:at]
	case 2: // another number of 32 bits
		binary.BigEndian.PutUint32(append(content[at:], 0, 0, 0, 0), random.Uint32())
	default:
		content[at] = byte(random.IntN(256))
	}
	return content
}

// TestDamagedFiles sends damaged systems, keys and witnesses to services that prove in the same
// process. Each reply is an error, or a circuit or job that is whole, and the process lives.
func TestDamagedFiles(t *testing.T) {
	n := 50
	if text := os.Getenv(damagedVariable); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	const each = 200 // files a service
	codes := map[string]int{}
	began, before := time.Now(), int64(0)
	for sent := 0; sent < n; sent += each {
		t.Run(fmt.Sprint(sent), func(t *testing.T) {
			sendDamaged(t, sent, min(each, n-sent), codes)
		})
		if sent == 0 {
			before = resident(t)
		}
		t.Logf("%s, %d MiB resident", time.Since(began).Round(time.Second), resident(t)>>20)
	}
	t.Logf("%d damaged files in %s: %v", n, time.Since(began).Round(time.Second), codes)
	if grown := resident(t) - before; grown > 256<<20 {
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
	var senders sync.WaitGroup
	var mutex sync.Mutex // guards codes
	atOnce := make(chan struct{}, 4)
	for i := range n {
		v, kind := all[random.IntN(len(all))], kinds[i%len(kinds)]
		whole := v.full
		if kind != "witness" {
			whole = v.files[kind]
		}
		content := damage(random, whole)
		atOnce <- struct{}{}
		senders.Go(func() {
			defer func() { <-atOnce }()
			code := s.damaged(t, v, kind, content)
			if code >= 500 || code == 404 {
				t.Errorf("file %d, a %s: status %d", seed+i, kind, code)
			}
			mutex.Lock()
			defer mutex.Unlock()
			codes[fmt.Sprintf("%s %d", kind, code)]++
		})
	}
	senders.Wait()
	for _, v := range all {
		reply := s.call(t, 0, "POST", "/v1/jobs?again=true&priority=high&wait=1m&circuit="+v.digest,
			bytes.NewReader(v.full))
		if !strings.Contains(reply.Body.String(), `"state":"done"`) {
			t.Errorf("a whole witness after them: %s", reply.Body)
		}
	}
}

// damaged submits a damaged witness, or adds a circuit with a damaged file. A circuit that is taken
// proves a witness, or fails to.
func (s *served) damaged(t *testing.T, v victim, kind string, content []byte) int {
	t.Helper()
	if kind == "witness" {
		return s.call(t, 0, "POST", "/v1/jobs?circuit="+v.digest, bytes.NewReader(content)).Code
	}
	files := maps.Clone(v.files)
	files[kind] = content
	reply := s.addForm(t, v.fields, files)
	if reply.Code == 201 {
		var m struct{ Digest string }
		decode(t, reply.Body, &m)
		s.call(t, 0, "POST", "/v1/jobs?circuit="+m.Digest, bytes.NewReader(v.full))
	}
	return reply.Code
}

// resident is how many bytes of the process are in memory, or in use where the host does not say.
func resident(t *testing.T) int64 {
	t.Helper()
	runtime.GC()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse)
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
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
			files := maps.Clone(v.files)
			files[kind] = bytes.Clone(v.files[kind])
			put(files[kind])
			if reply := s.addForm(t, v.fields, files); reply.Code != 400 {
				t.Errorf("a %s of %s: %d", kind, v.fields["scheme"], reply.Code)
			}
		}
	}
}

func decode(t *testing.T, from io.Reader, to any) {
	t.Helper()
	if err := json.NewDecoder(from).Decode(to); err != nil {
		t.Fatal(err)
	}
}

// checked is a circuit with a range check: a hint, and a commitment.
type checked struct {
	X frontend.Variable
}

// Define implements frontend.Circuit.
func (c *checked) Define(api frontend.API) error {
	rangecheck.New(api).Check(c.X, 5)
	return nil
}
