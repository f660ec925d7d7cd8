package secrets

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Errors of a file with secrets.
var (
	ErrKeyFile = errors.New("not a key file of gnark-prover")
	ErrExposed = errors.New("others can read this file: chmod 600")
)

// header begins a key file. A tenant's name and the key follow, each after a space.
const header = "gnark-prover-key-1"

// Read returns the ring of a key file, which nobody but its owner may read.
func Read(path string) (*Ring, error) {
	text, err := ReadPrivate(path)
	if err != nil {
		return nil, err
	}
	fields := strings.Split(strings.TrimSpace(string(text)), " ")
	if len(fields) == 3 && fields[0] == header {
		key, err := base64.StdEncoding.DecodeString(fields[2])
		if err == nil && len(key) == keySize {
			return &Ring{tenant: fields[1], key: key}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, ErrKeyFile)
}

// Write writes a ring to a new file that its owner alone can read. It replaces no file.
func (r *Ring) Write(path string) error {
	return WritePrivate(path, fmt.Appendf(nil, "%s %s %s\n", header, r.tenant,
		base64.StdEncoding.EncodeToString(r.key)))
}

// ReadOrCreate returns the ring of a key file. It makes the file where there is none.
func ReadOrCreate(path string) (*Ring, error) {
	ring, err := Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		ring = Generate()
		err = ring.Write(path)
	}
	return ring, err
}

// ReadPrivate reads a file, or returns [ErrExposed].
func ReadPrivate(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: %w", path, ErrExposed)
	}
	return os.ReadFile(path)
}

// WritePrivate writes a new file that its owner alone can read.
func WritePrivate(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		os.Remove(path) // no later start could read a part of it
	}
	return err
}
