package results

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrSchema: a row was written by a version of bench with another schema, or is none.
var ErrSchema = errors.New("not a row of this schema")

// Writer appends rows to a file. A row is one write, so that rows that were finished before an
// interrupt are whole.
type Writer struct{ file *os.File }

// Append opens a file to append rows to. It makes the file, and its folder, if missing. With an
// empty path rows go nowhere.
func Append(path string) (*Writer, error) {
	if path == "" {
		return new(Writer), nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return &Writer{file}, nil
}

// Write appends a row. It sets the row's schema.
func (w *Writer) Write(row Row) error {
	if w.file == nil {
		return nil
	}
	row.Schema = Schema
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = w.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (w *Writer) Close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}

// ReadFiles returns the rows of files, in order.
func ReadFiles(paths ...string) ([]Row, error) {
	var all []Row
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		rows, err := Read(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, rows...)
	}
	return all, nil
}

// Read returns the rows of a stream.
func Read(r io.Reader) ([]Row, error) {
	var rows []Row
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("line %d: %w: %w", n, ErrSchema, err)
		}
		if err := row.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}

// isOne says whether the row is one thing.
func (r *Row) isOne() bool {
	things := 0
	for _, is := range []bool{
		r.MSM != nil, r.NTT != nil, r.Proof != nil, r.Solve != nil, r.Key != nil,
		r.Points != nil, r.First != nil, r.Ceremony != nil,
	} {
		if is {
			things++
		}
	}
	return things == 1
}

// check refuses rows that others cannot rely on.
func (r *Row) check() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("%w: schema %d, expected %d", ErrSchema, r.Schema, Schema)
	case !r.isOne():
		return fmt.Errorf("%w: not one of an MSM, an NTT, a proof, a solve and a key", ErrSchema)
	}
	switch r.Machine.Device.Kind {
	case GPU, Emulator, CPU:
	default:
		return fmt.Errorf("%w: kind of device %q", ErrSchema, r.Machine.Device.Kind)
	}
	if err := r.checkValues(); err != nil {
		return fmt.Errorf("%w: %w", ErrSchema, err)
	}
	return nil
}
