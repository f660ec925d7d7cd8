package benchmarks

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// Names of the files in the folder of a program, all of gnark's formats.
const (
	systemFile    = "circuit.system"
	provingFile   = "proving.key"
	verifyingFile = "verifying.key"
	fullFile      = "full.witness"
	publicFile    = "public.witness"
)

// makeFiles compiles a circuit, makes its keys, and writes them to files with a witness.
func (o *one) makeFiles(folder, form string, e *accel.Engine) (*results.Row, error) {
	i, row, err := o.compile("first")
	if err != nil {
		return nil, err
	}
	ours, _, err := o.scheme.Setups(i.System, e)
	if err != nil {
		return nil, err
	}
	keys, err := ours()
	if err != nil {
		return nil, err
	}
	ofKey := keys.Proving.WriteTo
	if form == raw {
		ofKey = keys.Proving.WriteRawTo
	}
	var failures error
	write := func(name string, to func(io.Writer) (int64, error)) float64 {
		n, err := proving.WriteFile(filepath.Join(folder, name), to)
		failures = errors.Join(failures, err)
		return float64(n)
	}
	row.Figures["file-bytes"] = write(provingFile, ofKey)
	row.Figures["circuit-bytes"] = write(systemFile, i.System.WriteTo)
	write(verifyingFile, keys.Verifying.WriteTo)
	write(fullFile, i.Full.WriteTo)
	write(publicFile, i.Public.WriteTo)
	return row, failures
}

// bytesIn returns the bytes that a folder's files have; none without a folder.
func bytesIn(folder string) (bytes float64) {
	if folder == "" {
		return 0
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			bytes += float64(info.Size())
		}
	}
	return bytes
}
