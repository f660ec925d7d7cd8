// Package folder knows a service's files on this machine: its key, tenants, token, address, lock.
package folder

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The files in the folder.
const (
	KeyFile     = "service.key"
	TenantsFile = "tenants.json"
	TokenFile   = "token"    // the first tenant's token alone, for curl
	AddressFile = "nats.url" // where clients connect
	TrustedFile = "tls.pem"  // the certificates that the server shows, if it shows any
	StoreFolder = "jetstream"
	lockFile    = "lock"
)

// Errors of a folder.
var (
	ErrLocked = errors.New(
		"another gnark-prover serves this folder: stop it, or give another -folder")
	ErrNoService = errors.New("no service was started in this folder")
)

// Default is the folder that commands use unless they are told another: below the user's own data.
func Default() string {
	if data := os.Getenv("XDG_DATA_HOME"); data != "" {
		return filepath.Join(data, "gnark-prover")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "gnark-prover")
	}
	return "gnark-prover-data"
}

// Lock makes the folder if need be, and keeps other processes from serving it, which get
// [ErrLocked]. The lock ends when the file is closed, or the process dies.
func Lock(folder string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return file, nil
}

// Announce writes where a service listens, a token, and the certificates that it shows.
func Announce(folder, url, token string, secured *tls.Config) error {
	trusted := filepath.Join(folder, TrustedFile)
	if secured != nil {
		var text []byte
		for _, der := range secured.Certificates[0].Certificate {
			text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
		}
		if err := replace(trusted, text); err != nil {
			return err
		}
	} else if err := os.Remove(trusted); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := replace(filepath.Join(folder, TokenFile), []byte(token)); err != nil {
		return err
	}
	return replace(filepath.Join(folder, AddressFile), []byte(url+"\n"))
}

// replace writes a file that readers see whole, or as it was.
func replace(path string, content []byte) error {
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Announced returns the URL that [Announce] wrote, or [ErrNoService]. Trusted is empty, or the file
// with the certificates.
func Announced(folder string) (url, trusted string, err error) {
	text, err := os.ReadFile(filepath.Join(folder, AddressFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", fmt.Errorf("%s: %w", folder, ErrNoService)
	}
	trusted = filepath.Join(folder, TrustedFile)
	if _, err := os.Stat(trusted); err != nil {
		trusted = ""
	}
	return strings.TrimSpace(string(text)), trusted, err
}

// Room is how many bytes a store may take: three quarters of what is free, or in the store already.
func Room(store string) (int64, error) {
	if err := os.MkdirAll(store, 0o700); err != nil {
		return 0, err
	}
	room, _, err := Disk(store)
	if err != nil {
		return 0, err
	}
	err = filepath.Walk(store, func(_ string, info fs.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			room += info.Size()
		}
		return err
	})
	return room / 4 * 3, err
}
