package main

import (
	"errors"
	"os"
	"runtime/trace"
)

// traced runs f with Go's execution tracer writing to a file, for go tool trace; an empty name means no trace. A proof is
// a task in it, with its steps as regions.
func traced(file string, f func() error) error {
	if file == "" {
		return f()
	}
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := trace.Start(w); err != nil {
		return errors.Join(err, w.Close())
	}
	err = f()
	trace.Stop()
	return errors.Join(err, w.Close())
}
