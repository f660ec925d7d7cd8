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
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/consensys/gnark/logger"
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

// child is a process that reads the files of a circuit from its standard input.
type child struct {
	process    *exec.Cmd
	input      io.WriteCloser
	out, words limited
}

// start starts a child and sends it the manifest.
func start(ctx context.Context, m *circuit.Manifest) (*child, error) {
	process, err := command(ctx, variable)
	if err != nil {
		return nil, err
	}
	c := &child{process: process}
	c.out.left, c.words.left = maxAnswer, 4<<10
	c.process.Stdout, c.process.Stderr = &c.out, &c.words
	if c.input, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		return nil, fmt.Errorf("starting a process that reads the circuit: %w", err)
	}
	json.NewEncoder(c.input).Encode(m) // a child that has died says so at its end
	return c, nil
}

// command is the running program as a child, also where its file has been replaced. The child
// inherits no variable, and so no secret.
func command(ctx context.Context, variable string) (c *exec.Cmd, err error) {
	if os.Getenv(calls) != "" {
		return nil, errors.New("a child starts no children: does main call Main?")
	}
	program := "/proc/self/exe"
	if runtime.GOOS != "linux" {
		program, err = os.Executable()
	}
	c = exec.CommandContext(ctx, program)
	c.Env = []string{variable + "=1"}
	return c, err
}

// feed sends the files. A child that has died says so at its end.
func (c *child) feed(files circuit.Files) error {
	defer c.input.Close()
	for i, file := range files {
		from, err := file.Open()
		if err != nil {
			return fmt.Errorf("reading the %s: %w", circuit.FileNames[i], err)
		}
		defer from.Close()
		if _, err := io.CopyN(c.input, from, file.Size); errors.Is(err, syscall.EPIPE) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the %s: %w", circuit.FileNames[i], err)
		}
	}
	return nil
}

// answered returns the child's answer. A child without one has died of the bytes, unless somebody
// has killed it.
func (c *child) answered(ended error) (*circuit.Manifest, error) {
	var said answer
	if json.Unmarshal(c.out.Bytes(), &said) != nil || said == (answer{}) {
		var exit *exec.ExitError
		if errors.As(ended, &exit) && exit.ExitCode() < 0 {
			return nil, fmt.Errorf("the process that reads the circuit: %w", ended)
		}
		words, _, _ := strings.Cut(c.words.String(), "\n")
		return nil, fmt.Errorf("%w: its reader died: %.200q", circuit.ErrMalformed, words)
	}
	if said.Error != "" {
		return nil, fmt.Errorf("%w: %s", circuit.ErrMalformed, said.Error)
	}
	return said.Manifest, nil
}

// limited keeps the beginning of its input.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(content []byte) (int, error) {
	kept := min(len(content), l.left)
	l.left -= kept
	l.Buffer.Write(content[:kept])
	return len(content), nil
}

// These variables of the environment have a program be a child: for a circuit, or for hints.
const (
	variable = "GNARK_PROVER_READS_UNTRUSTED"
	calls    = "GNARK_PROVER_CALLS_HINTS"
)

func init() {
	if os.Getenv(variable) != "" {
		answerFor(bufio.NewReader(os.Stdin), os.Stdout)
		os.Exit(0)
	}
}

// answerFor reads a manifest and the files that follow it, and prints the answer. The sizes of the
// files bound the memory and the time.
func answerFor(from *bufio.Reader, to io.Writer) {
	logger.Disable()
	var said answer
	line, err := from.ReadBytes('\n')
	m := new(circuit.Manifest)
	if err == nil {
		err = json.Unmarshal(line, m)
	}
	if err == nil {
		time.AfterFunc(timeoutFor(m), func() { os.Exit(1) }) // in case that nobody waits
		limit(memoryFor(m), secondsFor(m))
		said.Manifest, err = describe(m, from)
	}
	if err != nil {
		said.Error = strings.TrimPrefix(err.Error(), circuit.ErrMalformed.Error()+": ")
	}
	json.NewEncoder(to).Encode(said)
}

func describe(m *circuit.Manifest, from io.Reader) (*circuit.Manifest, error) {
	files := m.Files(func(part circuit.Part) (io.ReadCloser, error) {
		return io.NopCloser(io.LimitReader(from, part.Size)), nil
	})
	c, err := circuit.Describe(m.Scheme, m.Options, m.Curve, files)
	if err != nil {
		return nil, err
	}
	return &c.Manifest, nil
}

// memoryFor is how many bytes a child may take. A system's levels and instructions are compressed
// in its file; keys may be compressed to the half, and come with tables for transforms.
func memoryFor(m *circuit.Manifest) int64 {
	const base = 512 << 20
	return base + 32*m.System.Size + 16*(m.ProvingKey.Size+m.VerifyingKey.Size)
}

// secondsFor is how many processor seconds a child may spend. They are several times as many as it
// needs. gnark's decompressor never ends on some files.
func secondsFor(m *circuit.Manifest) int64 {
	const base, minSpeed = 2, 32 << 10 // seconds, and bytes a second
	return base + m.Bytes()/minSpeed
}
