// Package container tells how much memory Linux lets the process have, by control groups of
// version 2.
package container

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// Memory returns the limit of the process's memory, and what is left of it, in bytes. Both are
// math.MaxUint64 where there is no limit. Pages of files count as left: Linux takes them back.
func Memory() (limit, left uint64) { return memory(os.DirFS("/")) }

// memory goes from the process's own group to the outermost one. Each may have a limit.
func memory(root fs.FS) (limit, left uint64) {
	limit, left = math.MaxUint64, math.MaxUint64
	for name := group(root); ; name = path.Dir(name) {
		folder := "sys/fs/cgroup" + name
		if most := number(root, path.Join(folder, "memory.max")); most < math.MaxUint64 {
			limit = min(limit, most)
			left = min(left, most-min(most, used(root, folder)))
		}
		if name == "/" {
			return limit, left
		}
	}
}

// group returns the name of the process's group. A container sees its own as /.
func group(root fs.FS) string {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return path.Clean("/" + name)
		}
	}
	return "/"
}

// used returns the memory of a group without pages of files.
func used(root fs.FS, folder string) uint64 {
	all := number(root, path.Join(folder, "memory.current"))
	text, _ := fs.ReadFile(root, path.Join(folder, "memory.stat"))
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 2 && (words[0] == "active_file" || words[0] == "inactive_file") {
			pages, _ := strconv.ParseUint(words[1], 10, 64)
			all -= min(all, pages)
		}
	}
	return all
}

// number returns the number in a file. It is math.MaxUint64 for the word max, and for no file.
func number(root fs.FS, name string) uint64 {
	text, _ := fs.ReadFile(root, name)
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return math.MaxUint64
	}
	return n
}
