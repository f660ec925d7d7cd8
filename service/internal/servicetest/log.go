package servicetest

import (
	"bytes"
	"sync"
)

// Log is a writer for several goroutines.
type Log struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *Log) Write(content []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(content)
}

// String returns all that was written so far.
func (l *Log) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}
