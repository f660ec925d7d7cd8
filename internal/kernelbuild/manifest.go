package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// manifest has the sources, settings and files of a committed blob.
type manifest struct {
	// Sources maps the path of every file that nvcc read to the SHA-256 of its content. Paths are
	// relative to the repository's root. Files of the compiler and of the system are not among
	// them.
	Sources map[string]string `json:"sources"`
	settings
	// Files are the committed files, by their names in [blobPath].
	Files map[string]file `json:"files"`
	// Resources is the report of ptxas, by architecture and kernel.
	Resources []resource `json:"resources"`
	// Sum is the SHA-256 of the manifest's text with an empty sum. It tells damage.
	Sum string `json:"sum"`
}

// settings are the pinned settings of a build. They are the release of nvcc, the flags of nvcc,
// ptxas and fatbinary, and the targets. See config.go.
type settings struct {
	Compiler  string   `json:"compiler"`
	Flags     []string `json:"flags"`
	Assembler []string `json:"assembler"`
	Packer    []string `json:"packer"`
	Targets   []target `json:"targets"`
}

func pinned() settings {
	return settings{compilerRelease, compilerFlags, assemblerFlags, packerFlags, targets}
}

var errDamaged = errors.New("the manifest is damaged")

// file is an output of the tools, and the same packed with zstd: the committed file.
type file struct {
	Content digest `json:"content"`
	Blob    digest `json:"blob"`
}

// digest is the size of a file in bytes and its SHA-256 in hexadecimal.
type digest struct {
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func digestOf(content []byte) digest {
	sum := sha256.Sum256(content)
	return digest{Bytes: len(content), SHA256: hex.EncodeToString(sum[:])}
}

func readManifest(curve string) (*manifest, error) {
	text, err := os.ReadFile(manifestPath(curve))
	if err != nil {
		return nil, err
	}
	m := new(manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestPath(curve), err)
	}
	if written, err := m.text(); err != nil || !bytes.Equal(text, written) {
		return nil, fmt.Errorf("%s: %w", manifestPath(curve), errors.Join(errDamaged, err))
	}
	return m, nil
}

// text returns the text of a manifest, with its sum.
func (m *manifest) text() ([]byte, error) {
	summed := *m
	summed.Sum = ""
	text, err := json.MarshalIndent(summed, "", "  ")
	if err != nil {
		return nil, err
	}
	summed.Sum = digestOf(text).SHA256
	text, err = json.MarshalIndent(summed, "", "  ")
	return append(text, '\n'), err
}

func (m *manifest) write(curve string) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	return os.WriteFile(manifestPath(curve), text, 0o644)
}
