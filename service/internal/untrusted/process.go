package untrusted

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

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
	if os.Getenv(answers) != "" {
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
