package prepared

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/consensys/gnark/logger"
)

// Folder is a folder of files, which processes may share. A nil Folder keeps nothing.
type Folder struct{ path string }

var (
	errForeign = errors.New("prepared: others may decide what is in it")
	errLink    = fmt.Errorf("%w: it is a link", errForeign)
)

const writable = 0o022 // permissions of others that forbid a file or folder

// Open returns a folder, which it makes if there is none. An empty path gives nil. So does a folder
// whose content others may decide, after a warning. The error is one of the file system.
func Open(path string) (*Folder, error) {
	if path == "" {
		return nil, nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	d, err := makeFolder(path)
	if errors.Is(err, errForeign) {
		warn(path, err)
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("prepared: %w", err)
	}
	warned.Delete(path)
	return &Folder{path}, d.Close()
}

// warned has why folders were refused, so that the log tells it once.
var warned sync.Map

func warn(path string, why error) {
	if before, ok := warned.Swap(path, why.Error()); ok && before == why.Error() {
		return
	}
	log := logger.Logger()
	log.Warn().Err(why).Str("prepared", "refused").Str("folder", path).
		Msg("a prepared folder is refused, and keeps nothing")
}

// Load reads a value of a kind into a pointer, and reports whether it did. The digest is that of
// the input that the value was computed from. Beside, which may be nil, is called while long
// vectors are read: all else is there then. Whatever is wrong is logged, and the value is to be
// computed anew.
func (f *Folder) Load(kind string, of Digest, into any, beside func() error) bool {
	if f == nil {
		return false
	}
	start := time.Now()
	name := nameOf(kind, of)
	bytes, err := f.read(name, identify(kind, of, into), into, beside)
	log := logger.Logger()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn().Err(err).Str("prepared", "refused").Str("kind", kind).
			Str("file", filepath.Join(f.path, name)).
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
	bytes, err := f.write(nameOf(kind, of), identify(kind, of, value), value)
	if err != nil {
		notKept(kind, err)
		return
	}
	log := logger.Logger()
	log.Info().Str("prepared", "made").Str("kind", kind).Int64("bytes", bytes).
		Dur("took", time.Since(start)).Msg("prepared file")
}

// Remove removes a value that was found wrong, if it is there. Failures are logged.
func (f *Folder) Remove(kind string, of Digest) {
	if f == nil {
		return
	}
	if err := f.remove(nameOf(kind, of)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		notKept(kind, fmt.Errorf("prepared: removing a wrong one: %w", err))
	}
}

func notKept(kind string, why error) {
	log := logger.Logger()
	log.Warn().Err(why).Str("kind", kind).Msg("keeping a prepared file")
}

func nameOf(kind string, of Digest) string { return fmt.Sprintf("%s-%x", kind, of[:16]) }

func (f *Folder) read(
	name, identity string, into any, beside func() error,
) (bytes int64, err error) {
	d, err := openFolder(f.path)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	file, err := d.open(name, os.O_RDONLY)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := trusted(file, 0)
	if err != nil {
		return 0, err
	}
	return readFrom(file, info.Size(), identity, into, beside)
}

func (f *Folder) remove(name string) error {
	d, err := openFolder(f.path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.remove(name)
}

const unfinished = ".unfinished-" // begins the names of files that are being written

func (f *Folder) write(name, identity string, value any) (bytes int64, err error) {
	d, err := openFolder(f.path)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	d.sweep()
	temporary := fmt.Sprintf("%s%x", unfinished, rand.Uint64())
	file, err := d.open(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return 0, err
	}
	bytes, err = writeTo(file, identity, value)
	if err = errors.Join(err, file.Close()); err == nil {
		err = d.rename(temporary, name)
	}
	if err != nil {
		return 0, errors.Join(err, d.remove(temporary))
	}
	return bytes, nil
}

const abandoned = time.Hour // the age of unfinished files that no process writes any more

// sweep removes the files of processes that were killed while they wrote.
func (d *directory) sweep() {
	left, _ := d.ReadDir(-1)
	for _, file := range left {
		if !strings.HasPrefix(file.Name(), unfinished) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = d.remove(file.Name()) // another process may have done so
		}
	}
}
