//go:build unix

package prepared

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// careful opens follow no link, and wait for no pipe.
const careful = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// openFolder opens a folder that only root and the caller can write. Nobody else can put another
// one in its place either. Its path is without links, except links in parents that belong to these
// two.
func openFolder(path string) (*directory, error) { return new(walk).open(path) }

// makeFolder opens a folder that it makes, with its parents, if there is none.
func makeFolder(path string) (*directory, error) { return (&walk{makes: true}).open(path) }

// trusted returns the description of an open file or folder. It fails if others own or write it, or
// if it is of another type.
func trusted(file *os.File, of fs.FileMode) (fs.FileInfo, error) {
	info, err := file.Stat()
	if err == nil {
		err = owned(file.Name(), info)
	}
	switch {
	case err != nil:
		return nil, err
	case info.Mode().Type() != of:
		return nil, fmt.Errorf("%w: %s is %s", errForeign, file.Name(), info.Mode())
	case info.Mode().Perm()&writable != 0:
		return nil, openToOthers(file.Name(), info)
	}
	return info, nil
}

func owned(path string, info fs.FileInfo) error {
	if owner := statOf(info).Uid; owner != 0 && int(owner) != os.Geteuid() {
		return fmt.Errorf("%w: %s belongs to user %d", errForeign, path, owner)
	}
	return nil
}

func openToOthers(path string, info fs.FileInfo) error {
	return fmt.Errorf("%w: %s is %s: chmod go-w", errForeign, path, info.Mode())
}

func statOf(info fs.FileInfo) *syscall.Stat_t { return info.Sys().(*syscall.Stat_t) }

func isLink(info fs.FileInfo) bool { return info.Mode().Type() == fs.ModeSymlink }

// walk finds out where a path leads, and whether others may change that. It begins at the root. The
// entries of a safe folder stay there while the walk goes on.
type walk struct {
	makes bool // folders that are not there
	links int
}

const maxLinks = 40

func (w *walk) open(path string) (*directory, error) {
	parent, err := w.to(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	path = filepath.Join(parent, filepath.Base(path))
	if info, err := w.look(path); err != nil {
		return nil, err
	} else if isLink(info) {
		return nil, fmt.Errorf("%w: %s", errLink, path)
	}
	file, err := os.OpenFile(path, careful, 0)
	if err != nil {
		return nil, err
	}
	if _, err = trusted(file, fs.ModeDir); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &directory{file}, nil
}

// look describes the file at a path, if it belongs to root or the caller.
func (w *walk) look(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if w.makes && errors.Is(err, fs.ErrNotExist) {
		if err = os.Mkdir(path, 0o700); err == nil || errors.Is(err, fs.ErrExist) {
			info, err = os.Lstat(path)
		}
	}
	if err == nil {
		err = owned(path, info)
	}
	return info, err
}

// to returns where the path of a parent leads.
func (w *walk) to(path string) (string, error) {
	if parent := filepath.Dir(path); parent != path {
		parent, err := w.to(parent)
		if err != nil {
			return "", err
		}
		path = filepath.Join(parent, filepath.Base(path))
	}
	info, err := w.look(path)
	switch {
	case err != nil:
		return "", err
	case isLink(info):
		return w.behind(path)
	case !info.IsDir():
		return "", fmt.Errorf("%w: %s is no folder", errForeign, path)
	case !safe(info):
		return "", openToOthers(path, info)
	}
	return path, nil
}

func (w *walk) behind(link string) (string, error) {
	if w.links++; w.links > maxLinks {
		return "", fmt.Errorf("%w: %s leads nowhere", errForeign, link)
	}
	target, err := os.Readlink(link)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(link), target)
	}
	return w.to(filepath.Clean(target))
}

// safe says whether nobody else may rename a folder's entries. In a sticky one all may rename their
// own.
func safe(info fs.FileInfo) bool {
	const byGroup = 0o020
	others := info.Mode().Perm() & writable
	return others == 0 || info.Mode()&fs.ModeSticky != 0 ||
		others == byGroup && private(statOf(info).Gid)
}

// private says whether a group is the caller's alone. Many systems give each user a group of the
// same name, which may write all that the user makes.
func private(gid uint32) bool {
	caller, group := os.Geteuid(), strconv.Itoa(int(gid))
	u, g := entry("/etc/passwd", strconv.Itoa(caller)), entry("/etc/group", group)
	return caller != 0 && u != nil && g != nil && u[0] == g[0] && u[3] == group &&
		(g[3] == "" || g[3] == u[0])
}

// entry returns the line of a user or a group: its name, a password, and its number. The group of a
// user follows, or the members of a group.
func entry(file, id string) []string {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil // nobody is known
	}
	for line := range strings.Lines(string(content)) {
		if e := strings.Split(strings.TrimSpace(line), ":"); len(e) > 3 && e[2] == id {
			return e
		}
	}
	return nil
}
