package untrusted

import (
	"context"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// places bounds the children at once.
var places = make(chan struct{}, 4)

// answer is what a child prints: a manifest, or why there is none.
type answer struct {
	Manifest *circuit.Manifest
	Error    string
}

// longestAnswer bounds what a child prints, in bytes. A manifest that NATS takes is shorter.
const longestAnswer = 1 << 20

// check has a child read the files of a manifest, and completes the manifest. The error wraps
// [circuit.ErrMalformed] if the files are to blame. It returns the files as the child read them.
func check(
	ctx context.Context, m *circuit.Manifest, files circuit.Files,
) (pinned circuit.Files, err error) {
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
	case <-ctx.Done():
		return pinned, context.Cause(ctx)
	}
	patience := patienceFor(m)
	timed, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	child, err := start(timed, m)
	if err != nil {
		return pinned, err
	}
	pinned, err = child.feed(files)
	ended := child.process.Wait()
	switch {
	case ctx.Err() != nil:
		return pinned, context.Cause(ctx)
	case err != nil:
		return pinned, err // which is not the bytes' fault
	case timed.Err() != nil:
		return pinned, fmt.Errorf("%w: not read within %s", circuit.ErrMalformed, patience)
	}
	return pinned, child.answered(m, ended)
}

// patienceFor is how long a child may take. A busy machine gives it few of its seconds.
func patienceFor(m *circuit.Manifest) time.Duration {
	return 5*time.Minute + 2*time.Duration(secondsFor(m))*time.Second
}
