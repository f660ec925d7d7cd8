package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"golang.org/x/net/html"
)

func writePage(t testing.TB, rows []results.Row) string {
	t.Helper()
	var page bytes.Buffer
	if err := WritePage(&page, rows, peers(t)); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// walk calls f with each element.
func walk(n *html.Node, f func(*html.Node)) {
	if n.Type == html.ElementNode {
		f(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c, f)
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func TestPageIsSelfContained(t *testing.T) {
	page := writePage(t, everything())
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	ids, links := map[string]bool{}, []string(nil)
	count := map[string]int{}
	walk(root, func(n *html.Node) {
		count[n.Data]++
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("id %q twice", id)
			}
			ids[id] = true
		}
		switch n.Data {
		case "script", "link", "img", "iframe", "object", "embed", "image", "use", "base",
			"foreignobject":
			t.Errorf("element <%s> loads or runs something", n.Data)
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "src", a.Key == "srcset",
				a.Key == "style":
				t.Errorf("attribute %s of <%s>", a.Key, n.Data)
			case a.Key == "href":
				links = append(links, a.Val)
			case a.Key != "xmlns" && strings.Contains(a.Val, "://"):
				t.Errorf("%s=%q of <%s> is an address", a.Key, a.Val, n.Data)
			}
		}
	})
	for _, link := range links {
		if !strings.HasPrefix(link, "#") || !ids[link[1:]] {
			t.Errorf("link to %q, which is not on the page", link)
		}
	}
	if len(links) == 0 || count["svg"] == 0 || count["svg"] != count["figure"] ||
		count["table"] < 6 {
		t.Errorf("%d links, %d pictures, %d figures, %d tables", len(links), count["svg"],
			count["figure"], count["table"])
	}
	for _, forbidden := range []string{"url(", "@import", "NaN", "+Inf", "ZgotmplZ"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page contains %q", forbidden)
		}
	}
	if !strings.Contains(page, "Test &lt;CPU&gt; &amp; Co") {
		t.Error("the name of the CPU is not there, or not escaped")
	}
}

var pictures = regexp.MustCompile(`(?s)<svg .*?</svg>`)

func TestPicturesAreWellFormed(t *testing.T) {
	all := pictures.FindAllString(writePage(t, everything()), -1)
	if len(all) < 15 {
		t.Fatalf("only %d pictures", len(all))
	}
	for _, svg := range all {
		decoder := xml.NewDecoder(strings.NewReader(svg))
		elements := 0
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, svg)
			}
			if start, ok := token.(xml.StartElement); ok {
				elements++
				for _, a := range start.Attr {
					if a.Value == "" && a.Name.Local != "stroke-dasharray" {
						t.Errorf("<%s> has an empty %s", start.Name.Local, a.Name.Local)
					}
				}
			}
		}
		if elements < 10 {
			t.Errorf("a picture of %d elements:\n%s", elements, svg)
		}
	}
}

// TestKindsAreApart: every machine has a section of its own. Other systems, the limit of the chip
// and the speed-up are with rows of a GPU alone.
func TestKindsAreApart(t *testing.T) {
	for _, kind := range []results.Kind{results.Emulator, results.CPU} {
		var rows []results.Row
		for _, row := range everything() {
			if row.Machine.Device.Kind == kind {
				rows = append(rows, row)
			}
		}
		page := writePage(t, rows)
		for _, forbidden := range []string{"icicle-gnark", "Test GPU", "times faster than"} {
			if strings.Contains(page, forbidden) {
				t.Errorf("%s: the page contains %q", kind, forbidden)
			}
		}
		if !strings.Contains(page, `class="warning"`) {
			t.Errorf("%s: no warning", kind)
		}
	}
	root, err := html.Parse(strings.NewReader(writePage(t, everything())))
	if err != nil {
		t.Fatal(err)
	}
	var sections []string
	walk(root, func(n *html.Node) {
		if n.Data == "section" {
			sections = append(sections, attribute(n, "id"))
		}
	})
	if got, want := strings.Join(sections, " "), "machine1 machine2 machine3 peers"; got != want {
		t.Errorf("sections %s, want %s", got, want)
	}
}

// TestPageBeginsWithProofs: a summary of at most six lines, then proofs, then sums, in each
// section.
func TestPageBeginsWithProofs(t *testing.T) {
	for i, section := range strings.Split(writePage(t, everything()), "<section")[1:4] {
		last := -1
		for _, heading := range []string{`class="summary"`, "<h3>Proofs", "<h3>Multi-scalar",
			"<h3>Transforms"} {
			at := strings.Index(section, heading)
			if at <= last {
				t.Errorf("section %d: %q is not there, or too early", i+1, heading)
			}
			last = at
		}
		summary, _, _ := strings.Cut(section[strings.Index(section, `class="summary"`):],
			"</table>")
		if rows := strings.Count(summary, "<tr>") - 1; rows != 6 {
			t.Errorf("section %d: a summary of %d lines", i+1, rows)
		}
	}
}

func TestNothingToReport(t *testing.T) {
	if err := WritePage(io.Discard, nil, new(Peers)); !errors.Is(err, ErrNoRows) {
		t.Errorf("page: %v", err)
	}
	if err := WriteMarkdown(io.Discard, nil, ""); !errors.Is(err, ErrNoRows) {
		t.Errorf("tables: %v", err)
	}
}
