// Package logbook keeps the lines of a log. The library says in its log where the time of a sum or
// a proof went.
package logbook

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/rs/zerolog"
)

// Book is a log from debug level on. The zero value is empty and ready; it is safe for concurrent
// use.
type Book struct {
	mutex sync.Mutex
	lines [][]byte
}

// Logger returns a logger that writes into the book.
func (b *Book) Logger() zerolog.Logger { return zerolog.New(b).Level(zerolog.DebugLevel) }

// Write implements io.Writer for whole lines.
func (b *Book) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lines = append(b.lines, slices.Clone(p))
	return len(p), nil
}

// Reset empties the book.
func (b *Book) Reset() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lines = nil
}

// Entry has the fields of a line. Durations are milliseconds.
type Entry map[string]any

// Number returns a field that is a number, or 0.
func (e Entry) Number(field string) float64 {
	n, _ := e[field].(float64)
	return n
}

// Entries returns the lines with a message, or all for an empty one, oldest first.
func (b *Book) Entries(message string) (found []Entry) {
	b.mutex.Lock()
	lines := b.lines
	b.mutex.Unlock()
	for _, line := range lines {
		var e Entry
		if json.Unmarshal(line, &e) == nil && (message == "" || message == e["message"]) {
			found = append(found, e)
		}
	}
	return found
}
