//go:build unix

package prepared

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scene is a folder with a forged file, below some parents.
type scene struct {
	*testing.T
	random               *rand.Rand
	parent, folder, file string
	path                 string // that the program has
}

func newScene(t *testing.T, random *rand.Rand, of Digest, forged *value) *scene {
	s := &scene{T: t, random: random, parent: t.TempDir()}
	for range 1 + random.IntN(3) {
		s.parent = filepath.Join(s.parent, "parent")
	}
	s.folder = filepath.Join(s.parent, "kept")
	s.path, s.file = s.folder, filepath.Join(s.folder, nameOf("value", of))
	open(t, s.folder).Save("value", of, forged)
	return s
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// give has somebody else own a file, a folder, or a link.
func (s *scene) give(paths ...string) {
	for _, path := range paths {
		s.must(os.Lchown(path, []int{1, 1000, 65534}[s.random.IntN(3)], 0))
	}
}

// share has a group, others or both write a file or folder.
func (s *scene) share(path string, more fs.FileMode) {
	s.must(os.Chmod(path, 0o700|more|[]fs.FileMode{0o020, 0o002, 0o022, 0o077}[s.random.IntN(4)]))
}

// move puts something in place of a file or folder, and returns where that is now.
func (s *scene) move(path string) string {
	away := filepath.Join(s.TempDir(), "away")
	s.must(os.Rename(path, away))
	return away
}

func (s *scene) link(path string) (target string) {
	target = s.move(path)
	s.must(os.Symlink(target, path))
	return target
}

func (s *scene) pipe(path string) {
	s.move(path)
	s.must(syscall.Mkfifo(path, 0o600))
}

// attacks are ways to have a program read a forged file. Those that change an owner need root.
var attacks = map[string]struct {
	run  func(*scene)
	root bool
	anew bool // the file alone is refused
}{
	"folder and file of another": {run: func(s *scene) { s.give(s.folder, s.file) }, root: true},
	"folder of another":          {run: func(s *scene) { s.give(s.folder) }, root: true},
	"file of another":            {run: func(s *scene) { s.give(s.file) }, root: true, anew: true},
	"parent of another":          {run: func(s *scene) { s.give(s.parent) }, root: true},
	"sticky parent of another": {root: true, run: func(s *scene) {
		s.share(s.parent, fs.ModeSticky)
		s.give(s.parent)
	}},
	"folder that others write":      {run: func(s *scene) { s.share(s.folder, 0) }},
	"sticky folder":                 {run: func(s *scene) { s.share(s.folder, fs.ModeSticky) }},
	"file that others write":        {run: func(s *scene) { s.share(s.file, 0) }, anew: true},
	"parent that others write":      {run: func(s *scene) { s.share(s.parent, 0) }},
	"grandparent that others write": {run: func(s *scene) { s.share(filepath.Dir(s.parent), 0) }},
	"link for the folder":           {run: func(s *scene) { s.link(s.folder) }},
	"link to another's folder": {root: true, run: func(s *scene) {
		s.give(s.link(s.folder))
	}},
	"another's link for the folder": {root: true, run: func(s *scene) {
		s.link(s.folder)
		s.give(s.folder)
	}},
	"another's link for a parent": {root: true, run: func(s *scene) {
		s.link(s.parent)
		s.give(s.parent)
	}},
	"link to another's parent": {root: true, run: func(s *scene) { s.give(s.link(s.parent)) }},
	"link to a parent that others write": {run: func(s *scene) {
		s.share(s.link(s.parent), 0)
	}},
	"link to itself": {run: func(s *scene) {
		s.move(s.parent)
		s.must(os.Symlink(s.parent, s.parent))
	}},
	"link that leads nowhere": {run: func(s *scene) {
		s.must(os.RemoveAll(s.link(s.folder)))
	}},
	"link for the file": {run: func(s *scene) { s.link(s.file) }, anew: true},
	"link to another's file": {root: true, anew: true, run: func(s *scene) {
		s.give(s.link(s.file))
	}},
	"pipe for the file":   {run: func(s *scene) { s.pipe(s.file) }, anew: true},
	"pipe for the folder": {run: func(s *scene) { s.pipe(s.folder) }},
	"pipe for a parent":   {run: func(s *scene) { s.pipe(s.parent) }},
	"file for the folder": {run: func(s *scene) {
		s.move(s.folder)
		s.must(os.WriteFile(s.folder, nil, 0o600))
	}},
	"link to a pipe for the file": {anew: true, run: func(s *scene) {
		s.pipe(s.link(s.file))
	}},
}

// TestForeign has a thousand folders with forged files. None is read, and nothing hangs. The log
// tells it once. A file that alone is refused is made anew, and read then.
func TestForeign(t *testing.T) {
	random, of := rand.New(rand.NewPCG(54, 2)), Digest{1}
	genuine, forged := newValue(200), newValue(201)
	rounds := 1000/len(attacks) + 1
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			if attack.root && os.Geteuid() != 0 {
				t.Skip("only root gives files away")
			}
			for range rounds {
				s := newScene(t, random, of, forged)
				attack.run(s)
				log := messages(t)
				within(t, 10*time.Second, func() {
					f, err := Open(s.path)
					if err != nil {
						t.Error(err)
					}
					if got := new(value); f.Load("value", of, got, nil) {
						t.Errorf("%d points were read", len(got.Points))
					}
					f.Save("value", of, genuine)
					got := new(value)
					if anew := f.Load("value", of, got, nil); anew != attack.anew ||
						anew && !reflect.DeepEqual(got, genuine) {
						t.Errorf("%d points were read later", len(got.Points))
					}
					if _, err = Open(s.path); err != nil {
						t.Error(err)
					}
				})
				if n := strings.Count(log.String(), `"level":"warn"`); n != 1 ||
					!strings.Contains(log.String(), `"prepared":"refused"`) {
					t.Errorf("%d warnings:\n%s", n, log)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

func within(t *testing.T, most time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(most):
		t.Fatalf("no end within %s", most)
	}
}

// TestOwn has folders that are safe: none is refused, and each keeps a value.
func TestOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, path := range map[string]func(*scene) string{
		"the caller's":   func(s *scene) string { return s.folder },
		"a new one":      func(s *scene) string { return filepath.Join(s.parent, "a", "b", "c") },
		"a relative one": func(*scene) string { return "kept" },
		"one that others read": func(s *scene) string {
			s.must(os.Chmod(s.folder, 0o755))
			return s.folder
		},
		"one in a sticky parent": func(s *scene) string {
			s.must(os.Chmod(s.parent, 0o777|fs.ModeSticky))
			return s.folder
		},
		"one behind the caller's link": func(s *scene) string {
			s.link(s.parent)
			return s.folder
		},
		"one behind a link of parts": func(s *scene) string {
			s.must(os.Symlink("../parent", filepath.Join(s.parent, "link")))
			return filepath.Join(s.parent, "link", "kept")
		},
		"one with a pattern's name": func(s *scene) string { return s.folder + "[a*?" },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, rand.New(rand.NewPCG(1, 1)), Digest{2}, newValue(1))
			keeps(t, path(s))
		})
	}
}

// keeps has a folder keep a value, and forget what a killed process left.
func keeps(t *testing.T, path string) {
	t.Helper()
	log, of, want := messages(t), Digest{1}, newValue(100)
	f := open(t, path)
	left := filepath.Join(f.path, unfinished+"1")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, time.Time{}, time.Now().Add(-2*abandoned)); err != nil {
		t.Fatal(err)
	}
	f.Save("value", of, want)
	got := new(value)
	if !f.Load("value", of, got, nil) || !reflect.DeepEqual(got, want) {
		t.Errorf("nothing is kept:\n%s", log)
	}
	if _, err := os.Lstat(left); err == nil {
		t.Error("an unfinished file stays")
	}
	if strings.Contains(log.String(), "warn") {
		t.Errorf("%s", log)
	}
}

// TestAsUser is not root for a while. Root's folders are safe, and parents of a group that has the
// user's name, but others are not.
func TestAsUser(t *testing.T) {
	const daemon = 1
	if g := entry("/etc/group", "1"); os.Geteuid() != 0 || g == nil || g[3] != "" {
		t.Skip("needs root, and a group daemon without members")
	}
	s := newScene(t, rand.New(rand.NewPCG(1, 1)), Digest{1}, newValue(100))
	all := filepath.Dir(t.TempDir())
	for p := s.file; strings.HasPrefix(p, all); p = filepath.Dir(p) {
		s.must(os.Chmod(p, 0o755))
	}
	home := filepath.Join(filepath.Dir(s.parent), "home")
	s.must(os.Mkdir(home, 0o700))
	s.must(os.Chmod(home, 0o775))
	s.must(os.Chown(home, daemon, daemon))
	foreign := filepath.Join(filepath.Dir(s.parent), "foreign")
	s.must(os.Mkdir(foreign, 0o700))
	s.must(os.Chmod(foreign, 0o775))
	s.must(os.Chown(foreign, daemon, 2))

	s.must(syscall.Setreuid(-1, daemon))
	defer func() { s.must(syscall.Setreuid(-1, 0)) }()
	if f := open(t, s.folder); !f.Load("value", Digest{1}, new(value), nil) {
		t.Error("root's folder is not read")
	}
	keeps(t, filepath.Join(home, "kept"))
	if f, err := Open(filepath.Join(foreign, "kept")); f != nil || err != nil {
		t.Errorf("a parent of another group: %v, %v", f, err)
	}
	s.must(os.Chmod(home, 0o777))
	if f, err := Open(filepath.Join(home, "kept")); f != nil || err != nil {
		t.Errorf("a parent for all: %v, %v", f, err)
	}
}

// TestSwapped reads a file a thousand times that becomes a forgery, a pipe, and genuine again, at
// any moment.
func TestSwapped(t *testing.T) {
	of, genuine := Digest{1}, newValue(200)
	s := newScene(t, rand.New(rand.NewPCG(1, 1)), of, newValue(201))
	f, forged, pipe := open(t, s.folder), s.move(s.file), filepath.Join(s.parent, "pipe")
	s.must(os.Chmod(forged, 0o622))
	s.must(syscall.Mkfifo(pipe, 0o600))
	f.Save("value", of, genuine)
	kinds := []string{s.move(s.file), forged, pipe}
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for k := 0; ; k++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			err := os.Link(kinds[k%len(kinds)], s.file+"-next")
			if err == nil {
				err = os.Rename(s.file+"-next", s.file)
			}
			if err != nil {
				stopped <- err
				return
			}
		}
	}()
	messages(t)
	right, refused := 0, 0
	within(t, time.Minute, func() {
		for range 1000 {
			switch got := new(value); {
			case !f.Load("value", of, got, nil):
				refused++
			case reflect.DeepEqual(got, genuine):
				right++
			default:
				t.Errorf("%d points were read", len(got.Points))
			}
		}
	})
	close(stop)
	s.must(<-stopped)
	if right == 0 || refused == 0 {
		t.Errorf("%d right, %d refused", right, refused)
	}
}
