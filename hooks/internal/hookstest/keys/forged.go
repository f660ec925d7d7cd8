//go:build unix

package keys

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// forgery is a prepared folder in which a file is forged.
type forgery struct{ parent, folder, file string }

const nobody = 65534

func give(paths ...string) (err error) {
	for _, path := range paths {
		err = errors.Join(err, os.Lchown(path, nobody, nobody))
	}
	return err
}

func linked(path string) error {
	return errors.Join(os.Rename(path, path+" elsewhere"), os.Symlink(path+" elsewhere", path))
}

// attacks put others in a place to write a forgery. Only root gives files away.
var attacks = map[string]struct {
	run    func(forgery) error
	root   bool
	folder bool // is refused, and not the file alone
}{
	"file of another": {root: true, run: func(f forgery) error { return give(f.file) }},
	"file to write":   {run: func(f forgery) error { return os.Chmod(f.file, 0o622) }},
	"link for a file": {run: func(f forgery) error { return linked(f.file) }},
	"pipe for a file": {run: func(f forgery) error {
		return errors.Join(os.Remove(f.file), syscall.Mkfifo(f.file, 0o600))
	}},
	"folder of another": {root: true, folder: true, run: func(f forgery) error {
		return give(f.folder, f.file)
	}},
	"folder to write": {folder: true, run: func(f forgery) error {
		return os.Chmod(f.folder, 0o770)
	}},
	"link for a folder": {folder: true, run: func(f forgery) error { return linked(f.folder) }},
	"link to another's folder": {root: true, folder: true, run: func(f forgery) error {
		return errors.Join(give(f.folder, f.file), linked(f.folder))
	}},
	"parent of another": {root: true, folder: true, run: func(f forgery) error {
		return give(f.parent)
	}},
	"parent to write": {folder: true, run: func(f forgery) error {
		return os.Chmod(f.parent, 0o777)
	}},
}

// Forged has programs read a prepared folder with a forged key in place of theirs. That key is one
// of another circuit, or of the same one. The file or the folder is refused, and all proofs are
// right.
func (a *Attaching[PK, VK, P, O]) Forged(
	t *testing.T, example, another circuits.Example, nbFiles int, opts ...backend.ProverOption,
) {
	p, other := a.program(t, example, opts...), a.program(t, another, opts...)
	kept := filepath.Join(t.TempDir(), "kept")
	key := p.keyFile(t, kept)
	forged := forge(t, key, other.keyFile(t, filepath.Join(t.TempDir(), "kept")))
	p.run(t, kept) // has all files now
	made := append([]string{"made", "refused"}, slices.Repeat([]string{"used"}, nbFiles-1)...)
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			if attack.root && os.Geteuid() != 0 {
				t.Skip("only root gives files away")
			}
			want := made
			if attack.folder {
				want = []string{"refused"}
			}
			for range rounds(len(attacks)) / len(attacks) {
				f := forgery{parent: t.TempDir()}
				f.folder = filepath.Join(f.parent, "kept")
				f.file = filepath.Join(f.folder, filepath.Base(key))
				copied(t, kept, f.folder)
				devicetest.NoError(t, os.WriteFile(f.file, forged, 0o600))
				devicetest.NoError(t, attack.run(f))
				p.wants(t, f.folder, name, want...)
			}
		})
	}
}

// keyFile returns the file in which a folder keeps the program's key.
func (p *program[PK, VK, P, O]) keyFile(t *testing.T, folder string) string {
	t.Helper()
	_, err := p.ReadKey(bytes.NewReader(p.key), p.New(ecc.BN254), p.WithFolder(folder))
	devicetest.NoError(t, err)
	return filesOf(t, folder, 1)[0]
}

// forge returns the content of one prepared file for the key of another. See internal/prepared.
func forge(t *testing.T, genuine, other string) []byte {
	t.Helper()
	const line, header, align = 512, 512 + 8 + 8 + 2*sha256.Size, 4096
	name, err := os.ReadFile(genuine)
	devicetest.NoError(t, err)
	forged, err := os.ReadFile(other)
	devicetest.NoError(t, err)
	if bytes.Equal(name[line:], forged[line:]) {
		t.Fatal("the keys are the same")
	}
	copy(forged, name[:line])
	small := binary.LittleEndian.Uint64(forged[line:])
	head := (header + small + align - 1) &^ (align - 1)
	h := sha256.New()
	h.Write(forged[:header-sha256.Size])
	h.Write(forged[header:head])
	copy(forged[header-sha256.Size:], h.Sum(nil))
	return forged
}

func copied(t *testing.T, from, to string) {
	t.Helper()
	err := os.Mkdir(to, 0o700)
	files, _ := os.ReadDir(from)
	for _, file := range files {
		content, e := os.ReadFile(filepath.Join(from, file.Name()))
		err = errors.Join(err, e, os.WriteFile(filepath.Join(to, file.Name()), content, 0o600))
	}
	devicetest.NoError(t, err)
}
