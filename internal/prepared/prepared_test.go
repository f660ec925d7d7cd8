package prepared

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

type shared struct {
	name  string
	words []uint64
}

// value has what values are made of: vectors of either size, holes, and what is not exported.
type value struct {
	Points [][4]uint64
	Few    []uint32
	Holes  []struct {
		A uint8
		B uint64
	}
	None   []byte
	Marks  []bool
	inner  []shared
	twice  [2]*shared
	Absent *shared
	any    error
}

func newValue(n int) *value {
	v := &value{Points: make([][4]uint64, n), Few: []uint32{1, 2, 3}, Marks: make([]bool, n)}
	for i := range v.Points {
		v.Points[i], v.Marks[i] = [4]uint64{uint64(i), 5, 7, ^uint64(i)}, i%3 == 0
	}
	v.Holes = append(v.Holes, struct {
		A uint8
		B uint64
	}{7, 9})
	one := &shared{"one", make([]uint64, n)}
	v.inner, v.twice = []shared{{"a", nil}, {"b", []uint64{1}}}, [2]*shared{one, one}
	return v
}

func messages(t *testing.T) *bytes.Buffer {
	var b bytes.Buffer
	before := logger.Logger()
	logger.Set(zerolog.New(&b))
	t.Cleanup(func() { logger.Set(before) })
	return &b
}

func open(t *testing.T, path string) *Folder {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFolder(t *testing.T) {
	log, path := messages(t), filepath.Join(t.TempDir(), "new")
	f, of := open(t, path), Digest{1}
	for _, n := range []int{0, 1, 100, 100_000} {
		want, got := newValue(n), new(value)
		f.Save("value", of, want)
		besides := 0
		if !f.Load("value", of, got, func() error { besides++; return nil }) || besides != 1 {
			t.Fatalf("%d: nothing, %d calls\n%s", n, besides, log)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %+v", n, got)
		}
		if got.twice[0] != got.twice[1] {
			t.Errorf("%d: a pointer became two", n)
		}
	}
	for _, p := range []string{path, filepath.Join(f.path, nameOf("value", of))} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
	other := new(struct{ value })
	if f.Load("value", of, other, nil) || !strings.Contains(log.String(), errOther.Error()) {
		t.Errorf("another type: %s", log)
	}
	f.Save("value", of, &value{any: io.EOF})
	if !strings.Contains(log.String(), "cannot be kept") {
		t.Errorf("an interface: %s", log)
	}
	if f = (*Folder)(nil); f.Load("value", of, other, nil) {
		t.Error("no folder has a value")
	}
}

// Damaged files are refused with a message, and what is written in their place is read.
func TestDamage(t *testing.T) {
	f, of, other := open(t, t.TempDir()), Digest{1}, Digest{2}
	want := newValue(3000)
	f.Save("value", other, newValue(2999))
	f.Save("value", of, want)
	path := filepath.Join(f.path, nameOf("value", of))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	of2, err := os.ReadFile(filepath.Join(f.path, nameOf("value", other)))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	damages := []func([]byte) []byte{
		func(b []byte) []byte { b[random.IntN(len(b))] ^= 1 << random.IntN(8); return b },
		func(b []byte) []byte { b[random.IntN(headerBytes)] ^= 1 << random.IntN(8); return b },
		func(b []byte) []byte { return b[:random.IntN(len(b))] },
		func(b []byte) []byte { return append(b, make([]byte, 1+random.IntN(9000))...) },
		func(b []byte) []byte { return bytes.Replace(b, []byte("gnark 0"), []byte("gnark 1"), 1) },
		func([]byte) []byte { return of2 },
		func(b []byte) []byte { clear(b[random.IntN(len(b)-4096):]); return b },
	}
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	for i := range rounds {
		damaged := damages[i%len(damages)](bytes.Clone(whole))
		if bytes.Equal(damaged, whole) {
			continue
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		log, got := messages(t), new(value)
		if f.Load("value", of, got, nil) && !reflect.DeepEqual(got, want) {
			t.Fatalf("damage %d is used", i)
		} else if !strings.Contains(log.String(), `"prepared":"refused"`) {
			t.Fatalf("damage %d: %s", i, log)
		}
		f.Save("value", of, want)
		if !f.Load("value", of, new(value), nil) {
			t.Fatalf("after damage %d: %s", i, log)
		}
	}
}

// TestKilled kills two hundred processes while they write, or twenty. The folder has a whole file
// or none.
func TestKilled(t *testing.T) {
	const variable = "GNARK_ACCEL_TEST_PREPARED"
	if path := os.Getenv(variable); path != "" {
		f, v := open(t, path), newValue(100_000)
		for i := range byte(200) {
			f.Save("value", Digest{i % 2}, v)
		}
		return
	}
	log, path := messages(t), t.TempDir()
	f, want := open(t, path), newValue(100_000)
	processes := 200
	if testing.Short() {
		processes = 20
	}
	for i := range processes {
		writer := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		writer.Env = append(os.Environ(), variable+"="+path)
		if err := writer.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+i%40) * time.Millisecond)
		_ = writer.Process.Kill()
		_ = writer.Wait()
		for j := range byte(2) {
			got := new(value)
			if f.Load("value", Digest{j}, got, nil) && !reflect.DeepEqual(got, want) {
				t.Fatalf("process %d left another value", i)
			}
		}
		if strings.Contains(log.String(), "refused") {
			t.Fatalf("process %d left a part of a file: %s", i, log)
		}
	}
	left := func() int {
		all, _ := filepath.Glob(filepath.Join(path, unfinished+"*"))
		for _, p := range all {
			if err := os.Chtimes(p, time.Time{}, time.Now().Add(-2*abandoned)); err != nil {
				t.Fatal(err)
			}
		}
		return len(all)
	}
	before := left()
	if f.Save("value", Digest{}, want); left() != 0 {
		t.Errorf("%d unfinished files, then %d", before, left())
	}
	t.Logf("%d unfinished files", before)
}

// TestOf takes digests of values that differ in one place.
func TestOf(t *testing.T) {
	met := map[Digest]string{}
	for name, change := range map[string]func(*value){
		"the same": func(*value) {}, "a coordinate": func(v *value) { v.Points[99][3]++ },
		"a mark": func(v *value) { v.Marks[1] = true }, "a word": func(v *value) { v.Few[2]++ },
		"a hole's field": func(v *value) { v.Holes[0].A++ },
	} {
		v := newValue(1000)
		change(v)
		of, err := Of(v)
		if err != nil {
			t.Fatal(err)
		}
		if another, ok := met[of]; ok {
			t.Errorf("%s and %s have one digest", name, another)
		}
		met[of] = name
		if again, err := Of(newValue(1000)); err != nil || name == "the same" && again != of {
			t.Errorf("two digests of one value, %v", err)
		}
	}
}

// TestRemove removes a value, and what is not there.
func TestRemove(t *testing.T) {
	log, f, of := messages(t), open(t, filepath.Join(t.TempDir(), "new")), Digest{1}
	f.Save("value", of, newValue(1))
	for range 2 {
		if f.Remove("value", of); f.Load("value", of, new(value), nil) {
			t.Error("the value is there")
		}
	}
	(*Folder)(nil).Remove("value", of)
	if strings.Contains(log.String(), `"level":"warn"`) {
		t.Error(log)
	}
}
