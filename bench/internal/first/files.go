package first

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Names of the files in the folder of a program, all of gnark's formats.
const (
	systemFile    = "circuit.system"
	provingFile   = "proving.key"
	verifyingFile = "verifying.key"
	fullFile      = "full.witness"
	publicFile    = "public.witness"
)

// made says what the files are of.
type made struct {
	size                     string
	constraints              int
	keyBytes, bytesOfCircuit int64
}

// makeFiles compiles a circuit, makes its keys, and writes them to files with a witness.
func (s *Settings) makeFiles(
	folder string, scheme scheme, constraints int, e *accel.Engine,
) (m made, err error) {
	circuit, err := catalog.Lookup(s.Circuit)
	if err != nil {
		return m, err
	}
	curve, err := catalog.LookupCurve(s.Curve)
	if err != nil {
		return m, err
	}
	instance, err := circuit.New(curve, constraints, catalog.WithBuilder(scheme.builder))
	if err != nil {
		return m, err
	}
	ccs, err := frontend.Compile(curve.ScalarField(), scheme.builder, instance.Circuit)
	if err != nil {
		return m, err
	}
	full, err := frontend.NewWitness(instance.Assignment, curve.ScalarField())
	if err != nil {
		return m, err
	}
	public, err := full.Public()
	if err != nil {
		return m, err
	}
	proving, verifying, err := scheme.setup(ccs, e)
	if err != nil {
		return m, err
	}
	m.size, m.constraints = instance.Size, ccs.GetNbConstraints()
	ofKey := proving.WriteTo
	if s.Form == raw {
		ofKey = proving.WriteRawTo
	}
	var errs [5]error
	m.keyBytes, errs[0] = write(filepath.Join(folder, provingFile), ofKey)
	m.bytesOfCircuit, errs[1] = write(filepath.Join(folder, systemFile), ccs.WriteTo)
	_, errs[2] = write(filepath.Join(folder, verifyingFile), verifying.WriteTo)
	_, errs[3] = write(filepath.Join(folder, fullFile), full.WriteTo)
	_, errs[4] = write(filepath.Join(folder, publicFile), public.WriteTo)
	return m, errors.Join(errs[:]...)
}

func write(path string, to func(io.Writer) (int64, error)) (int64, error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	n, err := to(buffered)
	return n, errors.Join(err, buffered.Flush(), file.Close())
}

// read reads a file by way of a buffer, as gnark's programs do.
func read(path string, from func(io.Reader) (int64, error)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = from(bufio.NewReaderSize(file, 1<<20))
	return errors.Join(err, file.Close())
}

func readWitness(path string, curve ecc.ID) (witness.Witness, error) {
	w, err := witness.New(curve.ScalarField())
	if err != nil {
		return nil, err
	}
	return w, read(path, w.ReadFrom)
}
