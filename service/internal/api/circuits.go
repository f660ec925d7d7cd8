package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
)

func (c *call) listCircuits() (any, error) { return c.tenant.Circuits(c.Context()) }

func (c *call) getCircuit() (any, error) {
	return c.tenant.Circuit(c.Context(), c.PathValue("name"))
}

func (c *call) removeCircuit() (any, error) {
	err := c.tenant.RemoveCircuit(c.Context(), c.PathValue("name"))
	if err == nil {
		c.w.WriteHeader(http.StatusNoContent)
	}
	return nil, err
}

// addCircuit stores a form's files, once a child has read those of this version of gnark.
func (c *call) addCircuit() (any, error) {
	length := max(0, c.ContentLength)
	if err := cmp.Or(fits(length, circuitFlag, c.CircuitLimit), c.Room(length),
		hasSpace(os.TempDir(), length)); err != nil {
		return nil, err
	}
	in, err := os.MkdirTemp("", "gnark-prover-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(in)
	c.Body = http.MaxBytesReader(c.w, c.Body, c.CircuitLimit)
	f := &form{folder: in, values: map[string]string{}}
	if err := c.readForm(f); err != nil {
		return nil, err
	}
	given := func(name string) bool { return f.values[name] == "true" }
	m := circuit.ManifestOf(circuit.Scheme(f.values["scheme"]),
		circuit.Options{Solidity: given("solidity"), StatisticalZK: given("statisticalZK")},
		f.values["curve"], f.files)
	m.GnarkVersion, err = circuit.VersionOf(f.values["gnarkVersion"], f.files)
	if err == nil && m.GnarkVersion == circuit.OwnVersion() {
		err = c.tenant.children.Describe(c.Context(), &m, in)
	}
	if err != nil {
		return nil, err
	}
	c.status = http.StatusCreated
	return &m, c.whileRoom(c.Context(), func(ctx context.Context) error {
		return c.tenant.queue.Add(ctx, &m, f.files,
			jobs.Naming{Name: f.values["name"], Replace: given("replace")})
	})
}

var errNoSpace = fmt.Errorf("%w: the folder of temporary files", server.ErrFull)

// hasSpace returns an error unless a file of a length fits into a folder now.
func hasSpace(in string, length int64) error {
	if free, _, err := folder.Disk(in); err == nil && free < length {
		return errNoSpace
	}
	return nil
}

// form adds a circuit: scheme, curve, name and options are values, and the files lie in a folder. A
// file's value is empty.
type form struct {
	values map[string]string
	files  circuit.Files
	folder string
}

var (
	formTruths = []string{"replace", "solidity", "statisticalZK"}
	formFields = append([]string{"scheme", "curve", "name", "gnarkVersion"}, formTruths...)
	formFiles  = []string{"system", "provingKey", "verifyingKey"}
)

// readForm reads a form part by part. A wrong name ends it before the files that follow.
func (c *call) readForm(f *form) error {
	parts, err := c.MultipartReader()
	for err == nil {
		var part *multipart.Part
		if part, err = parts.NextPart(); err == nil {
			err = f.add(part)
		}
	}
	switch {
	case err == io.EOF:
		return f.complete()
	case errors.As(err, new(*http.MaxBytesError)):
		return fits(c.CircuitLimit+1, circuitFlag, c.CircuitLimit)
	case errors.Is(err, syscall.ENOSPC):
		return errNoSpace
	case errors.Is(err, errStalled), errors.Is(err, client.ErrInvalid),
		errors.Is(err, client.ErrName), errors.As(err, new(*fs.PathError)):
		return err
	}
	return fmt.Errorf("%w: the form: %w", client.ErrInvalid, err)
}

func (f *form) add(part *multipart.Part) (err error) {
	name := part.FormName()
	if _, twice := f.values[name]; twice {
		return fmt.Errorf("%w: the part %s comes twice", client.ErrInvalid, name)
	}
	f.values[name] = ""
	if i := slices.Index(formFiles, name); i >= 0 {
		f.files[i], err = circuit.Save(part, filepath.Join(f.folder, circuit.FileNames[i]))
		return err
	}
	known := slices.Concat(formFields, formFiles)
	if err := checkName("field", name, known); err != nil {
		return err
	}
	value, err := io.ReadAll(io.LimitReader(part, 8<<10))
	f.values[name] = string(value)
	if err == nil && name == "name" {
		err = jobs.CheckName(f.values[name])
	}
	if err == nil && slices.Contains(formTruths, name) {
		err = checkTruth(name, f.values[name])
	}
	return err
}

func (f *form) complete() error {
	for _, name := range formFields[:2] {
		if f.values[name] == "" {
			return missing("field", name)
		}
	}
	for i, name := range formFiles {
		if f.files[i].Open == nil {
			return missing("file", name)
		}
	}
	return nil
}
