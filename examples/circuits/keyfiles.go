package main

import (
	"bufio"
	"context"
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
	path := filepath.Join(s.keys, name)
	return keyFiles{s.scheme, path + ".pk", path + ".vk", s.prepared}, nil
}

// exist tells whether the keys have been written. The verifying key is written last.
func (f keyFiles) exist() bool {
	_, err := os.Stat(f.verifying)
	return !errors.Is(err, fs.ErrNotExist)
}

// read checks the proving key if there is a prepared folder, which may have it checked already.
// Without one the files are trusted.
func (f keyFiles) read(k proving.Keys, tell bar) error {
	pk, err := os.Open(f.proving)
	if err != nil {
		return err
	}
	defer pk.Close()
	vk, err := os.Open(f.verifying)
	if err != nil {
		return err
	}
	defer vk.Close()
	info, err := pk.Stat()
	if err != nil {
		return err
	}
	told := &toldReader{Reader: pk, total: info.Size(), tell: tell}
	buffered := bufio.NewReaderSize(told, fileBuffer)
	if f.prepared == "" {
		_, err = k.Proving.UnsafeReadFrom(buffered)
	} else {
		err = f.scheme.Read(buffered, k.Proving, proving.Loading{Folder: f.prepared})
	}
	_, errVerifying := k.Verifying.UnsafeReadFrom(bufio.NewReader(vk))
	return errors.Join(err, errVerifying)
}

// write leaves complete files or none.
func (f keyFiles) write(ctx context.Context, k proving.Keys) error {
	if err := os.MkdirAll(filepath.Dir(f.proving), 0o700); err != nil {
		return err
	}
	pk, err := os.CreateTemp(filepath.Dir(f.proving), "*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(pk.Name())
	defer pk.Close()
	vk, err := os.CreateTemp(filepath.Dir(f.verifying), "*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(vk.Name())
	defer vk.Close()

	buffered := [2]*bufio.Writer{writer(ctx, pk), writer(ctx, vk)}
	_, err = k.Proving.WriteRawTo(buffered[0])
	_, errVerifying := k.Verifying.WriteRawTo(buffered[1])
	if err := errors.Join(err, errVerifying, buffered[0].Flush(), buffered[1].Flush(), pk.Close(),
		vk.Close()); err != nil {
		return err
	}
	if err := os.Rename(pk.Name(), f.proving); err != nil {
		return err
	}
	return os.Rename(vk.Name(), f.verifying)
}

// fileBuffer is the number of bytes read or written at once: an interrupt waits for them.
const fileBuffer = 4 << 20

func writer(ctx context.Context, w io.Writer) *bufio.Writer {
	return bufio.NewWriterSize(interruptible{w, ctx}, fileBuffer)
}

// interruptible is a writer that fails after an interrupt, so that its file is removed.
type interruptible struct {
	io.Writer
	ctx context.Context
}

// Write implements io.Writer.
func (i interruptible) Write(b []byte) (written int, err error) {
	for len(b) > 0 && err == nil {
		if i.ctx.Err() != nil {
			return written, errInterrupted
		}
		var n int
		n, err = i.Writer.Write(b[:min(len(b), fileBuffer)])
		written, b = written+n, b[n:]
	}
	return written, err
}
