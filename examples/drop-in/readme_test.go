package dropin

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestReadmeShowsTheDifference applies the diff in README.md to the program before.
// It must give the program after.
func TestReadmeShowsTheDifference(t *testing.T) {
	patched, err := apply(diffIn(t, "README.md"), lines(t, "before/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Join(patched, "\n"), strings.Join(lines(t, "after/main.go"), "\n")
	if got != want {
		t.Errorf("the diff in README.md turns before/main.go into\n%s\n"+
			"which is not after/main.go. This command prints the right one:\n"+
			"git diff --no-index --no-prefix before/main.go after/main.go", got)
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	return strings.Split(read(t, file), "\n")
}

// diffIn returns the lines of the one diff block in a file.
func diffIn(t *testing.T, file string) []string {
	t.Helper()
	_, rest, found := strings.Cut(strings.Join(lines(t, file), "\n"), "```diff\n")
	block, _, closed := strings.Cut(rest, "\n```")
	if !found || !closed {
		t.Fatalf("%s has no diff", file)
	}
	return strings.Split(block, "\n")
}

var hunk = regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@`)

// apply applies a unified diff. Every line of it but additions has to be where the diff says.
func apply(diff, from []string) (to []string, err error) {
	next := 0 // the line of from that comes next
	take := func(line string) error {
		if next >= len(from) || from[next] != line {
			return fmt.Errorf("line %d of the program before is not %q", next+1, line)
		}
		next++
		return nil
	}
	hunks := 0
	for _, line := range diff {
		if header := hunk.FindStringSubmatch(line); header != nil {
			first, err := strconv.Atoi(header[1])
			if err != nil || first-1 < next || first > len(from) {
				return nil, fmt.Errorf("no place for %s", line)
			}
			to, next = append(to, from[next:first-1]...), first-1
			hunks++
			continue
		}
		if hunks == 0 {
			continue // the names of the files
		}
		sign, text := line, ""
		if line != "" {
			sign, text = line[:1], line[1:]
		}
		switch sign {
		case "+":
			to = append(to, text)
		case "-":
			err = take(text)
		default: // some editors cut the blank of an empty line
			err, to = take(text), append(to, text)
		}
		if err != nil {
			return nil, err
		}
	}
	if hunks == 0 {
		return nil, fmt.Errorf("the diff is empty")
	}
	return append(to, from[next:]...), nil
}
