package prepared

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/consensys/gnark/logger"
)

// Folder is a folder of files, which processes may share. A nil Folder keeps nothing.
type Folder struct{ path string }

// ErrShared: users other than the owner may write a folder, and so forge what is in it.
var ErrShared = errors.New("prepared: others may write the folder or file: chmod 700")

const writable = 0o022 // permissions of others that forbid a file or folder

// Open returns a folder, which it makes if there is none. An empty path gives nil. The error is
// [ErrShared], or one of the file system.
func Open(path string) (*Folder, error) {
	if path == "" {
		return nil, nil
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&writable != 0 {
		err = fmt.Errorf("%w: %s", ErrShared, path)
	}
	return &Folder{path}, err
}

// Path is where the folder is; nothing for nil.
func (f *Folder) Path() string {
	if f == nil {
		return ""
	}
	return f.path
}

// Load reads the value of a kind that was computed from what has a digest, into a pointer, and says
// whether it did. Beside, which may be nil, is called while long vectors are read: all else is
// there then. Whatever is wrong is logged, and the value is to be computed anew.
func (f *Folder) Load(kind string, of Digest, into any, beside func() error) bool {
	if f == nil {
		return false
	}
	start := time.Now()
	path := f.file(kind, of)
	bytes, err := readFile(path, identify(kind, of, into), into, beside)
	log := logger.Logger()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn().Err(err).Str("prepared", "refused").Str("kind", kind).Str("file", path).
			Msg("a prepared file is refused, and made anew")
	}
	if err != nil {
		return false
	}
	log.Info().Str("prepared", "used").Str("kind", kind).Int64("bytes", bytes).
		Dur("took", time.Since(start)).Msg("prepared file")
	return true
}

// Save keeps a value, given by a pointer, for later calls of [Folder.Load]. The file is there as a
// whole, or not at all. Failures are logged: the value is computed again next time.
func (f *Folder) Save(kind string, of Digest, value any) {
	if f == nil {
		return
	}
	start := time.Now()
	bytes, err := f.write(f.file(kind, of), identify(kind, of, value), value)
	log := logger.Logger()
	if err != nil {
		log.Warn().Err(err).Str("kind", kind).Msg("keeping a prepared file")
		return
	}
	log.Info().Str("prepared", "made").Str("kind", kind).Int64("bytes", bytes).
		Dur("took", time.Since(start)).Msg("prepared file")
}

func (f *Folder) file(kind string, of Digest) string {
	return filepath.Join(f.path, fmt.Sprintf("%s-%x", kind, of[:16]))
}

const unfinished = ".unfinished-" // begins the names of files that are being written

func (f *Folder) write(path, identity string, value any) (bytes int64, err error) {
	f.sweep()
	file, err := os.CreateTemp(f.path, unfinished+"*") // with permissions 0600
	if err != nil {
		return 0, err
	}
	bytes, err = writeTo(file, identity, value)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return 0, errors.Join(err, os.Remove(file.Name()))
	}
	return bytes, nil
}

const abandoned = time.Hour // the age of unfinished files that no process writes any more

// sweep removes what processes left that were killed while they wrote.
func (f *Folder) sweep() {
	left, _ := filepath.Glob(filepath.Join(f.path, unfinished+"*"))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(path) // another process may have done so
		}
	}
}
