package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// makeKeys has gnark make the keys, or reads them from the prepared folder. There they are made
// first, if they are missing.
func (p *program) makeKeys() error {
	if p.prepared == "" {
		return p.setup()
	}
	files, err := p.keyFiles()
	if err != nil {
		return err
	}
	if _, err := os.Stat(files.verifying); err != nil { // it is written last
		if err := p.setup(); err != nil {
			return err
		}
		if err := files.write(p.keys); err != nil {
			return err
		}
	}
	return p.step("read keys", func() (err error) {
		if p.keys, err = p.readKeys(files); err != nil {
			return fmt.Errorf("%w (remove %s to make them anew)", err, files.verifying)
		}
		return nil
	})
}

// setup has gnark make the keys. hooks' Setup does it on the device.
func (p *program) setup() error {
	return p.step("setup", func() error {
		_, gnarks, err := p.scheme.Setups(p.circuit.System, nil)
		if err != nil {
			return err
		}
		p.keys, err = gnarks()
		return err
	})
}

// keyFiles are the files with the keys of one constraint system, in gnark's uncompressed form.
type keyFiles struct{ proving, verifying string }

// keyFiles names the files after a hash of the constraint system. So no keys are read that were
// made for another circuit, size or version of gnark.
func (p *program) keyFiles() (keyFiles, error) {
	h := sha256.New()
	if _, err := p.circuit.System.WriteTo(h); err != nil {
		return keyFiles{}, fmt.Errorf("hashing the constraint system: %w", err)
	}
	folder := filepath.Join(p.prepared, "keys")
	path := filepath.Join(folder, fmt.Sprintf("%s-%s-%s-%.8x", p.scheme.Name,
		catalog.CurveName(p.curve), p.settings.circuit.Name(), h.Sum(nil)))
	return keyFiles{path + ".pk", path + ".vk"}, os.MkdirAll(folder, 0o700)
}

// readKeys reads keys with all checks. The second time the prepared folder has the checked key.
func (p *program) readKeys(files keyFiles) (proving.Keys, error) {
	k := p.scheme.NewKeys(p.curve)
	how := proving.Loading{Engine: p.engine, Folder: p.prepared}
	err := proving.ReadFile(files.proving, func(from io.Reader) (int64, error) {
		return 0, p.scheme.Read(from, k.Proving, how)
	})
	return k, errors.Join(err, proving.ReadFile(files.verifying, k.Verifying.ReadFrom))
}

// write writes both files, each under another name until it is whole.
func (f keyFiles) write(k proving.Keys) error {
	for _, file := range []struct {
		path string
		key  proving.Key
	}{{f.proving, k.Proving}, {f.verifying, k.Verifying}} {
		unfinished := file.path + ".tmp"
		if _, err := proving.WriteFile(unfinished, file.key.WriteRawTo); err != nil {
			return err
		}
		if err := os.Rename(unfinished, file.path); err != nil {
			return err
		}
	}
	return nil
}
