package api

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
	"github.com/gnark-accel/gnark-accel/service/internal/store"
)

// form adds a circuit: scheme, curve, name and options are values, and the files lie in a folder.
type form struct {
	values map[string]string
	files  circuit.Files
	folder string
}

var (
	formFields = []string{"scheme", "curve", "name", "replace", "solidity", "statisticalZK",
		"gnarkVersion"}
	formFiles = []string{"system", "provingKey", "verifyingKey"}
)

// maxValue bounds the bytes of a value.
const maxValue = 8 << 10

// readForm reads a form part by part. A wrong name ends it before the files that follow.
func (h *handler) readForm(r *http.Request, f *form) error {
	parts, err := r.MultipartReader()
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
		return fits(h.CircuitLimit+1, circuitFlag, h.CircuitLimit)
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: the folder of temporary files", server.ErrFull)
	case errors.Is(err, errStalled), errors.Is(err, client.ErrInvalid),
		errors.Is(err, client.ErrName):
		return err
	}
	return fmt.Errorf("%w: the form: %w", client.ErrInvalid, err)
}

func (f *form) add(part *multipart.Part) (err error) {
	name := part.FormName()
	if i := slices.Index(formFiles, name); i >= 0 {
		f.files[i], err = circuit.Save(part, filepath.Join(f.folder, circuit.FileNames[i]))
		return err
	}
	known := slices.Concat(formFields, formFiles)
	if err := checkName("field", name, known); err != nil {
		return err
	}
	value, err := io.ReadAll(io.LimitReader(part, maxValue))
	f.values[name] = string(value)
	if err == nil && name == "name" && len(value) > 0 {
		err = store.CheckName(f.values[name])
	}
	return err
}

// complete returns an error that names a part which the form lacks.
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
