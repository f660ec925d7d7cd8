package main

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/procfs"
)

// worst is how long TestWorstTenant attacks: -args -worst 10m.
var (
	worst = flag.Duration("worst", 20*time.Second, "how long a tenant does its worst")
	only  = flag.String("attack", "", "the only attack of TestWorstTenant")
)

// The bars of TestWorstTenant: memory in bytes, and times of the other tenant's calls.
const (
	maxMemory   = 300 << 20
	usualCall   = 100 * time.Millisecond // of 99.9 %
	longestCall = time.Second
)

// shared is a service of two tenants, held to one core. The second one makes calls.
type shared struct {
	*testing.T
	process  procfs.Proc
	attacker string // URL of NATS with the first tenant's token
	queue    *jobs.Queue

	mutex  sync.Mutex
	took   []time.Duration
	memory int64 // the most so far, in bytes
}

// TestWorstTenant has a tenant misuse its token for NATS in each way that harms. Each attack has a
// service of its own, while another tenant submits jobs and asks for them.
func TestWorstTenant(t *testing.T) {
	each := *worst / time.Duration(len(attacks))
	if testing.Short() {
		each /= 4
	}
	t.Logf(row, "attack", "done", "MiB more", "calls", "99.9 % within", "longest")
	for _, a := range attacks {
		if *only == "" || *only == a.name {
			suffer(t, a.name, each)
		}
	}
}

const row = "%-26s %9v %9v %6v %14v %8v"

// suffer runs an attack for some time, and prints its effect on the service.
func suffer(t *testing.T, name string, d time.Duration) {
	s, stop := share(t)
	defer stop()
	ctx, end := context.WithCancel(t.Context())
	var calling sync.WaitGroup
	calling.Go(func() { s.call(ctx) })
	calling.Go(func() { s.look(ctx) })
	defer calling.Wait()
	defer end()
	time.Sleep(time.Second / 2)
	_, before := s.reset()
	done := s.attack(name, d)
	took, memory := s.reset()
	if len(took) == 0 {
		t.Fatalf("%s: no call ends", name)
	}
	slices.Sort(took)
	usual, longest := took[len(took)*999/1000], took[len(took)-1]
	t.Logf(row, name, done, (memory-before)>>20, len(took),
		usual.Round(time.Millisecond), longest.Round(time.Millisecond))
	if memory-before > maxMemory || longest > longestCall ||
		usual > usualCall && len(took) >= 1000 {
		t.Errorf("%s is worse than the bars", name)
	}
}

// share starts the service.
func share(t *testing.T) (s *shared, stop func()) {
	data := filepath.Join(t.TempDir(), "data")
	list := `[{"name":"a","token":"0123456789abcdef"},{"name":"b","token":"fedcba9876543210"}]`
	tenants := filepath.Join(data, folder.TenantsFile)
	if err := secrets.WritePrivate(tenants, []byte(list)); err != nil {
		t.Fatal(err)
	}
	p, _ := process(t, "serve", "-folder", data, "-listen", anyPort, "-http", anyPort,
		"-metrics", "", "-sync-every", "1m", "-log", "fatal")
	p.Env = append(p.Env, "GOMAXPROCS=1")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	s = &shared{T: t}
	var url string
	servicetest.Eventually(t, func() (announced bool) {
		found, _, err := folder.Announced(data)
		url = found
		return err == nil
	})
	ring, err := secrets.Read(filepath.Join(data, folder.KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	s.attacker = strings.Replace(url, "//", "//a:0123456789abcdef@", 1)
	url = strings.Replace(url, "//", "//b:fedcba9876543210@", 1)
	servicetest.Eventually(t, func() bool { // a busy machine is slow to answer
		if s.queue, err = jobs.Dial(t.Context(), url, ring, jobs.DefaultKeep); err != nil {
			t.Log(err)
		}
		return err == nil
	})
	if s.process, err = procfs.NewProc(p.Process.Pid); err != nil {
		t.Skip("no memory of processes is shown here: ", err)
	}
	return s, func() {
		s.queue.Conn.Close()
		p.Process.Kill()
		p.Wait()
	}
}

// call submits a job and asks for it, again and again.
func (s *shared) call(ctx context.Context) {
	witness := make([]byte, 3*4+32)
	binary.BigEndian.PutUint32(witness[4:], 1)
	binary.BigEndian.PutUint32(witness[8:], 1)
	m := &circuit.Manifest{Digest: strings.Repeat("0", 64), Curve: "bn254", Secret: 1}
	for i := 0; ctx.Err() == nil; i++ {
		begin := time.Now()
		job, err := s.queue.Submit(ctx,
			jobs.Request{Circuit: m, Witness: witness, Key: fmt.Sprint(i)})
		s.note(ctx, begin, err)
		begin = time.Now()
		if err == nil {
			_, err = s.queue.Record(ctx, job.ID)
			s.note(ctx, begin, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (s *shared) note(ctx context.Context, begin time.Time, err error) {
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		s.Error(err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.took = append(s.took, time.Since(begin))
}

// look notes the most memory that the server takes.
func (s *shared) look(ctx context.Context) {
	for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if status, err := s.process.NewStatus(); err == nil {
			s.mutex.Lock()
			s.memory = max(s.memory, int64(status.VmRSS))
			s.mutex.Unlock()
		}
	}
}

// reset returns the times of calls, and the most memory, since the last time.
func (s *shared) reset() (took []time.Duration, memory int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	took, memory = s.took, s.memory
	s.took, s.memory = nil, 0
	return took, memory
}

// attack runs an attack in a process of its own, and returns its output. The process leaves the
// processors to the service.
func (s *shared) attack(name string, d time.Duration) string {
	p := exec.CommandContext(s.Context(),
		"nice", "-n", "19", os.Args[0], name, s.attacker, d.String())
	p.Env = append(os.Environ(), asAttacker+"=1")
	done, err := p.CombinedOutput()
	if err != nil {
		s.Errorf("%s: %v\n%s", name, err, done)
	}
	return strings.TrimSpace(string(done))
}

// asAttacker in the environment has the test binary be an attacker.
const asAttacker = "GNARK_PROVER_TEST_AS_ATTACKER"

// runAttack runs an attack until its time has passed, and prints the calls that succeeded.
func runAttack(name, url, duration string) {
	d, err := time.ParseDuration(duration)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	for _, a := range attacks {
		if a.name == name {
			go a.run(ctx, url) // calls may not end while the server does not read
		}
	}
	<-ctx.Done()
	fmt.Println(taken.Load())
}

// connect connects as the attacker.
func connect(url string) *nats.Conn {
	conn, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		return nil
	}
	return conn
}
