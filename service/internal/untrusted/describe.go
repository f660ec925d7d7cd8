// Package untrusted reads circuits of people who may mean harm, and calls hints for them.
//
// gnark's readers take memory for numbers in a file, and panic in goroutines of their own, where
// nobody recovers: some files end the process that reads them. So a child process reads them first,
// with limits of memory and time. Children call hints, too: some take memory as an argument says,
// and no recover catches that.
//
// The child is the same program. It is told apart by a variable of its environment, which this
// package looks at before main begins. So main need not know of it, and tests have children too. For
// hints main calls [Main].
package untrusted

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// answer is the output of a child: a manifest, or the reason why there is none.
type answer struct {
	Manifest *circuit.Manifest
	Error    string
}

// maxAnswer bounds the output of a child, in bytes. A manifest that NATS takes is shorter.
const maxAnswer = 1 << 20

// Describe returns the manifest of a circuit, as [circuit.Describe] does: it has a child read the
// files. The error wraps [circuit.ErrMalformed] if these are to blame.
func (c *Children) Describe(
	ctx context.Context, scheme circuit.Scheme, options circuit.Options, curve string,
	files circuit.Files,
) (*circuit.Manifest, error) {
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	defer func() { <-c.places }()
	m := circuit.ManifestOf(scheme, options, curve, files)
	timeout := timeoutFor(&m)
	timed, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	child, err := start(timed, &m)
	if err != nil {
		return nil, err
	}
	err = child.feed(files)
	ended := child.process.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err // which is not the bytes' fault
	case timed.Err() != nil:
		return nil, fmt.Errorf("%w: not read within %s", circuit.ErrMalformed, timeout)
	}
	return child.answered(ended)
}

// Checked copies the files of a circuit to a temporary folder, has a child read them there, and
// returns the copies. Nobody can change these. remove removes them.
func (c *Children) Checked(
	ctx context.Context, m *circuit.Manifest, files circuit.Files,
) (checked circuit.Files, remove func(), err error) {
	folder, err := os.MkdirTemp("", "gnark-prover-")
	remove = func() { os.RemoveAll(folder) }
	for i, file := range files {
		if err == nil {
			checked[i], err = file.CopyTo(filepath.Join(folder, circuit.FileNames[i]))
		}
	}
	if err == nil {
		_, err = c.Describe(ctx, m.Scheme, m.Options, m.Curve, checked)
	}
	return checked, remove, err
}

// timeoutFor is how long a child may take. A busy machine gives it few of its seconds.
func timeoutFor(m *circuit.Manifest) time.Duration {
	return 5*time.Minute + 2*time.Duration(secondsFor(m))*time.Second
}
