// Package logbook keeps the lines of a log with the moments at which they were written. The library
// says in its log where the time of a sum or a proof went.
package logbook

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Book is a log from debug level on. The zero value is empty and ready; it is safe for concurrent
// use.
type Book struct {
	mutex sync.Mutex
	lines []line
}

type line struct {
	at   time.Time
	text []byte
}

// Logger returns a logger that writes into the book.
func (b *Book) Logger() zerolog.Logger { return zerolog.New(b).Level(zerolog.DebugLevel) }

// Write implements io.Writer for whole lines.
func (b *Book) Write(p []byte) (int, error) {
	now := time.Now()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lines = append(b.lines, line{now, append([]byte(nil), p...)})
	return len(p), nil
}

// Reset empties the book.
func (b *Book) Reset() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lines = nil
}

// Entry is a line of the log. Durations in Fields are milliseconds.
type Entry struct {
	At     time.Time
	Fields map[string]any
}

// Number returns a field that is a number, or 0.
func (e *Entry) Number(field string) float64 {
	n, _ := e.Fields[field].(float64)
	return n
}

// Entries returns the lines with a message, oldest first.
func (b *Book) Entries(message string) []Entry {
	b.mutex.Lock()
	lines := b.lines
	b.mutex.Unlock()
	var found []Entry
	for _, l := range lines {
		e := Entry{At: l.at}
		if json.Unmarshal(l.text, &e.Fields) != nil {
			continue // not of a logger
		}
		if e.Fields[zerolog.MessageFieldName] == message {
			found = append(found, e)
		}
	}
	return found
}
