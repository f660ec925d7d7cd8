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

// Append appends a row to a file, and sets its schema. It makes the file, and its folder, if
// missing. A row is one write, so that rows that were finished before an interrupt are whole.
func Append(path string, row *Row) error {
	row.Schema = Schema
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// ReadFiles returns the rows of files, in order.
func ReadFiles(paths ...string) ([]*Row, error) {
	var all []*Row
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
func Read(r io.Reader) ([]*Row, error) {
	var rows []*Row
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		row := new(Row)
		if err := json.Unmarshal(lines.Bytes(), row); err != nil {
			return nil, fmt.Errorf("line %d: %w: %w", n, ErrSchema, err)
		}
		if err := row.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return rows, lines.Err()
}
