package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// keyFiles are the files in which the keys of one constraint system are kept.
type keyFiles struct {
	scheme             *proving.Scheme
	proving, verifying string
	prepared           string // folder, or none
}

// keyFilesFor names the files after the constraint system itself. So keys are never read for
// another circuit, size or version of gnark than they were made for.
func keyFilesFor(s settings, ccs constraint.ConstraintSystem) (keyFiles, error) {
	h := sha256.New()
	if _, err := ccs.WriteTo(h); err != nil {
		return keyFiles{}, fmt.Errorf("hashing the constraint system: %w", err)
	}
	name := fmt.Sprintf("%s-%s-%s-%d-%.8x", s.scheme.Name, curveName(s.curve), s.circuit.Name(),
		ccs.GetNbConstraints(), h.Sum(nil))
	if s.prepared != "" {
		name += "-raw"
	}
	path := filepath.Join(s.keys, name)
	return keyFiles{s.scheme, path + ".pk", path + ".vk", s.prepared}, nil
}

// exist tells whether the keys have been written. The verifying key is written last.
func (f keyFiles) exist() bool {
	_, err := os.Stat(f.verifying)
	return !errors.Is(err, fs.ErrNotExist)
}

// fastKey is a key with a fast format, which checks nothing.
type fastKey interface {
	WriteDump(io.Writer) error
	ReadDump(io.Reader) error
}

// read uses gnark's fast formats, unless there is a prepared folder. Then the proving key is read
// with all checks, or from the folder.
func (f keyFiles) read(k proving.Keys, tell proving.Progress) error {
	return errors.Join(
		proving.ReadFile(f.proving, tell, func(from io.Reader) (int64, error) {
			if f.prepared != "" {
				return 0, f.scheme.Read(from, k.Proving, proving.Loading{Folder: f.prepared})
			}
			if fast, ok := k.Proving.(fastKey); ok {
				return 0, fast.ReadDump(from)
			}
			return k.Proving.UnsafeReadFrom(from)
		}),
		proving.ReadFile(f.verifying, nil, k.Verifying.UnsafeReadFrom))
}

// write writes in an empty folder beside the files, whose place the finished ones take.
func (f keyFiles) write(folder string, k proving.Keys) error {
	for _, file := range []struct {
		path string
		key  proving.Key
	}{{f.proving, k.Proving}, {f.verifying, k.Verifying}} {
		write := file.key.WriteRawTo
		if fast, ok := file.key.(fastKey); ok && f.prepared == "" {
			write = func(to io.Writer) (int64, error) { return 0, fast.WriteDump(to) }
		}
		unfinished := filepath.Join(folder, filepath.Base(file.path))
		if _, err := proving.WriteFile(unfinished, write); err != nil {
			return err
		}
		if err := os.Rename(unfinished, file.path); err != nil {
			return err
		}
	}
	return nil
}
