// Package testlog keeps the lines that a test's logger writes.
package testlog

import (
	"bytes"
	"encoding/json"
	"sync"
	"testing"

	"github.com/rs/zerolog"
)

// Book is a log, from debug level on. The zero value is
// empty and ready. It is safe for concurrent use.
type Book struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write appends lines. It is called by the logger.
func (b *Book) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// Logger returns a logger that writes into the book.
func (b *Book) Logger() zerolog.Logger { return zerolog.New(b).Level(zerolog.DebugLevel) }

// String returns everything that was logged, one JSON object a line.
func (b *Book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Lines returns the fields of the lines with a message, oldest first.
func (b *Book) Lines(t testing.TB, message string) []map[string]any {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []map[string]any
	for decoder := json.NewDecoder(bytes.NewReader(b.buf.Bytes())); decoder.More(); {
		var line map[string]any
		if err := decoder.Decode(&line); err != nil {
			t.Fatal(err)
		}
		if line["message"] == message {
			found = append(found, line)
		}
	}
	return found
}
