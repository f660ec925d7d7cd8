package untrusted

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// These variables of the environment have a program be a child: for a circuit, or for hints.
const (
	variable = "GNARK_PROVER_READS_UNTRUSTED"
	answers  = "GNARK_PROVER_CALLS_HINTS"
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
