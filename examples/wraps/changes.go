package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const (
	library   = "github.com/gnark-accel/gnark-accel"
	keptPath  = library + "/examples/wraps/kept"
	sp1Place  = "crates/recursion/gnark-ffi/go"
	picoPlace = "gnark"
)

var errPlace = errors.New("not what this program was written for")

// change replaces what files of the module have as often as is expected. They import kept where the
// text names it.
type change struct {
	files, pattern, text string
	count                int
}

//go:embed changes/sp1.txt
var sp1Changes string

//go:embed changes/pico.txt
var picoChanges string

// changes have functions of ours prove and read. What is exported lets no panic through.
var changes = map[string][]change{sp1Place: list(sp1Changes), picoPlace: list(picoChanges)}

var comment = regexp.MustCompile(`(?m)^# .*\n`)

// list reads changes, which empty lines separate.
func list(text string) (all []change) {
	text = strings.TrimSpace(comment.ReplaceAllString(text, ""))
	for block := range strings.SplitSeq(text, "\n\n") {
		lines := append(strings.SplitN(block, "\n", 4), "") // without a text it is empty
		count, _ := strconv.Atoi(lines[1])                  // a test has all as expected
		all = append(all, change{lines[0], lines[2], lines[3], count})
	}
	return all
}

// apply makes changes. After an error the files are to be copied again.
func (t *tree) apply(all []change) {
	for _, c := range all {
		for file := range strings.FieldsSeq(c.files) {
			if t.err == nil {
				t.err = c.apply(filepath.Join(t.module, file))
			}
		}
	}
}

var packageLine = regexp.MustCompile(`(?m)^package \w+$`)

func (c *change) apply(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	pattern := regexp.MustCompile("(?m)" + c.pattern)
	if n := len(pattern.FindAll(content, -1)); n != c.count {
		return fmt.Errorf("%s: %w: %d times %s, not %d", path, errPlace, n, c.pattern, c.count)
	}
	content = pattern.ReplaceAll(content, []byte(c.text))
	if strings.Contains(c.text, "kept.") && !bytes.Contains(content, []byte(keptPath)) {
		content = packageLine.ReplaceAll(content, []byte("$0\n\nimport \""+keptPath+"\""))
	}
	return os.WriteFile(path, content, 0o644)
}
