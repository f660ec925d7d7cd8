package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/klauspost/compress/zstd"
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
	if !bytes.Equal(text, m.text()) {
		return nil, fmt.Errorf("%s is damaged", manifestPath(curve))
	}
	return m, nil
}

// text returns the text of a manifest, with its sum.
func (m manifest) text() []byte {
	m.Sum = ""
	text, _ := json.MarshalIndent(m, "", "  ") // numbers and strings alone do not fail
	m.Sum = digestOf(text).SHA256
	text, _ = json.MarshalIndent(m, "", "  ")
	return append(text, '\n')
}

// errStale says that a committed blob does not belong to the sources beside it.
var errStale = errors.New("stale kernels: run `make kernels` and commit the blob with its manifest")

// check compares a curve's files and says so: silence could also mean that nothing was looked at.
func check(w io.Writer, curve string) error {
	if _, err := readBlobs(curve); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: sources and blob are those of the manifest\n", curve)
	return nil
}

// readBlobs unpacks the committed files of a curve. It compares them, and the sources, with the
// manifest, for which it needs no compiler.
func readBlobs(curve string) (map[string][]byte, error) {
	m, err := readManifest(curve)
	if err == nil {
		err = cmp.Or(m.checkSources(), m.checkFiles(curve))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStale, err)
	}
	contents := map[string][]byte{}
	for name, want := range m.Files {
		if contents[name], err = want.read(blobPath(curve, name)); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errStale, blobPath(curve, name), err)
		}
	}
	return contents, nil
}

// checkSources returns an error that names a change since the blob was built. A file that is newly
// included needs no rule of its own: the file that includes it has changed.
func (m *manifest) checkSources() error {
	for name, sum := range m.Sources {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if digestOf(content).SHA256 != sum {
			return fmt.Errorf("%s has changed since the blob was built", name)
		}
	}
	if !reflect.DeepEqual(m.settings, pinned) {
		return errors.New("compilers, flags or targets have changed since the blob was built")
	}
	return nil
}

// checkFiles returns an error unless the manifest and the folder have the targets' files and no
// others: the program embeds all that are there.
func (m *manifest) checkFiles(curve string) error {
	names := slices.Sorted(slices.Values(fileNames()))
	if listed := slices.Sorted(maps.Keys(m.Files)); !slices.Equal(listed, names) {
		return fmt.Errorf("the manifest has the files %q, and the targets have %q", listed, names)
	}
	there, err := filepath.Glob(filepath.FromSlash(blobPath(curve, "*")))
	if err != nil {
		return err
	}
	for i, name := range names {
		names[i] = filepath.FromSlash(blobPath(curve, name))
	}
	if !slices.Equal(there, names) {
		return fmt.Errorf("there are the files %q, and not just %q", there, names)
	}
	return nil
}

// has says whether a committed file has the same image, frames for debuggers aside.
func (m *manifest) has(name, at string, image []byte) bool {
	if m == nil {
		return false
	}
	content, err := m.Files[name].read(at)
	return err == nil && bytes.Equal(withoutFrames(content), withoutFrames(image))
}

// read unpacks a committed file.
func (f file) read(name string) ([]byte, error) {
	blob, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if digestOf(blob) != f.Blob {
		return nil, errors.New("it is not the file of the manifest")
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	content, err := decoder.DecodeAll(blob, nil)
	if err == nil && digestOf(content) != f.Content {
		err = errors.New("it does not unpack to what the manifest says")
	}
	return content, err
}
