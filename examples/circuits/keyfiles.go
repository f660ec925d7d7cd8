package main

import (
	"bufio"
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
func (f keyFiles) read(k proving.Keys, tell bar) error {
	return errors.Join(
		readFile(f.proving, tell, func(from io.Reader) error {
			if f.prepared != "" {
				return f.scheme.Read(from, k.Proving, proving.Loading{Folder: f.prepared})
			}
			if fast, ok := k.Proving.(fastKey); ok {
				return fast.ReadDump(from)
			}
			_, err := k.Proving.UnsafeReadFrom(from)
			return err
		}),
		readFile(f.verifying, func(int64, int64) {}, func(from io.Reader) error {
			_, err := k.Verifying.UnsafeReadFrom(from)
			return err
		}))
}

// write writes in an empty folder beside the files, whose place the finished ones take.
func (f keyFiles) write(folder string, k proving.Keys) error {
	for _, file := range []struct {
		path string
		key  proving.Key
	}{{f.proving, k.Proving}, {f.verifying, k.Verifying}} {
		unfinished := filepath.Join(folder, filepath.Base(file.path))
		err := writeFile(unfinished, func(to io.Writer) error {
			if fast, ok := file.key.(fastKey); ok && f.prepared == "" {
				return fast.WriteDump(to)
			}
			_, err := file.key.WriteRawTo(to)
			return err
		})
		if err != nil {
			return err
		}
		if err := os.Rename(unfinished, file.path); err != nil {
			return err
		}
	}
	return nil
}

// fileBuffer is the number of bytes read or written at once.
const fileBuffer = 4 << 20

func readFile(path string, tell bar, read func(io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	told := &toldReader{Reader: file, total: info.Size(), tell: tell}
	return read(bufio.NewReaderSize(told, fileBuffer))
}

func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, fileBuffer)
	return errors.Join(write(buffered), buffered.Flush(), file.Close())
}
