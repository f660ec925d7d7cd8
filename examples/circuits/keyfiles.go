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

func (f keyFiles) read(ctx context.Context, k proving.Keys, tell bar) error {
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
	return f.undump(k, reader(ctx, told), reader(ctx, vk))
}

// dump and undump use gnark's fast formats, which check nothing, unless there is a prepared folder.
// Then the proving key is read with all checks, or from the folder.
func (f keyFiles) dump(k proving.Keys, pk, vk io.Writer) error {
	if f.prepared == "" {
		return f.scheme.Dump(k, pk, vk)
	}
	_, err := k.Proving.WriteRawTo(pk)
	_, errVerifying := k.Verifying.WriteRawTo(vk)
	return errors.Join(err, errVerifying)
}

func (f keyFiles) undump(k proving.Keys, pk, vk io.Reader) error {
	if f.prepared == "" {
		return f.scheme.Undump(k, pk, vk)
	}
	_, err := k.Verifying.UnsafeReadFrom(vk)
	return errors.Join(err, f.scheme.Read(pk, k.Proving, proving.Loading{Folder: f.prepared}))
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
	if err := f.dump(k, buffered[0], buffered[1]); err != nil {
		return err
	}
	if err := errors.Join(buffered[0].Flush(), buffered[1].Flush(), pk.Close(),
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

func reader(ctx context.Context, r io.Reader) io.Reader {
	return bufio.NewReaderSize(interruptible{ctx: ctx, Reader: r}, fileBuffer)
}

func writer(ctx context.Context, w io.Writer) *bufio.Writer {
	return bufio.NewWriterSize(interruptible{ctx: ctx, Writer: w}, fileBuffer)
}

// interruptible is a reader or writer that fails after an interrupt.
type interruptible struct {
	io.Reader
	io.Writer
	ctx context.Context
}

// Read implements io.Reader.
func (i interruptible) Read(b []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.Reader.Read(b[:min(len(b), fileBuffer)])
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
