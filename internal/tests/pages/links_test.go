package pages

import (
	"encoding/xml"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// TestLinks follows the links within the repository, headings included.
func TestLinks(t *testing.T) {
	for page, text := range pages(t) {
		for _, target := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			file, anchor, _ := strings.Cut(target[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			to := path.Join(path.Dir(page), file)
			if file == "" {
				to = page
			}
			if !exists(to) {
				t.Errorf("%s links to %s, which does not exist", page, target[1])
			} else if anchor != "" && !anchors(read(t, to))[anchor] {
				t.Errorf("%s links to the heading %s, which does not exist", page, target[1])
			}
		}
	}
}

// anchors returns the names that links to a page's headings use.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(code.ReplaceAllStringFunc(text, keepInline)) {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			all[slug(strings.TrimSpace(heading))] = true
		}
	}
	return all
}

// keepInline removes blocks of code, in which # begins a comment. It keeps code within a line.
func keepInline(code string) string {
	if strings.HasPrefix(code, "```") {
		return ""
	}
	return code
}

// slug returns the anchor of a heading: lower case, hyphens for blanks, no punctuation.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return -1
		}
	}, heading)
}

// named finds paths of the repository in a text.
var named = regexp.MustCompile(
	`(?:^|[^\w/.<-])((?:accel|hooks|internal|bench|examples|docs|scripts)/[\w/.-]*\w)`)

// TestNamedPaths looks for the files and folders that the pages name in their sentences.
func TestNamedPaths(t *testing.T) {
	for page, text := range pages(t) {
		for _, name := range named.FindAllStringSubmatch(link.ReplaceAllString(text, "]"), -1) {
			if !exists(name[1]) && !exists(path.Join(path.Dir(page), name[1])) {
				t.Errorf("%s names %s, which does not exist", page, name[1])
			}
		}
	}
}

// TestPictures reads each picture as XML, and asks for a background. A page must show it.
func TestPictures(t *testing.T) {
	var texts strings.Builder
	for _, text := range pages(t) {
		texts.WriteString(text)
	}
	pictures := glob(t, "docs/*.svg")
	if len(pictures) == 0 {
		t.Fatal("there are no pictures")
	}
	for _, picture := range pictures {
		if !strings.Contains(texts.String(), path.Base(picture)+")") {
			t.Errorf("no page shows %s", picture)
		}
		text := read(t, picture)
		if !strings.Contains(text, "sans-serif") || !strings.Contains(text, "<rect") {
			t.Errorf("%s has no background, or no font without serifs", picture)
		}
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Errorf("%s: %v", picture, err)
		}
	}
}
