package report

import (
	"context"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// browsers are names of programs that open a page without a window.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// browserVariable names the environment variable with the path of another browser of that family.
const browserVariable = "GNARK_ACCEL_BROWSER"

func browser(t *testing.T) string {
	t.Helper()
	names := browsers
	if name := os.Getenv(browserVariable); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("no browser: install one of %s, or name one with %s, to open the page",
		strings.Join(browsers, ", "), browserVariable)
	return ""
}

// open runs the browser on a page.
func open(t *testing.T, page string, flags ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	flags = append(flags, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--hide-scrollbars",
		"--user-data-dir="+t.TempDir(), "file://"+page)
	output, err := exec.CommandContext(ctx, browser(t), flags...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}

// probe is a script that looks at the page in the browser. It writes the faults that it finds into
// the page.
const probe = `<script>
const wrong = [];
for (const svg of document.querySelectorAll("figure svg")) {
  const name = svg.parentElement.id, box = svg.getBoundingClientRect();
  if (box.width < 300 || box.height < 60)
    wrong.push(name + " is " + box.width + " by " + box.height);
  for (const text of svg.querySelectorAll("text")) {
    const b = text.getBoundingClientRect();
    if (b.left < box.left - 1 || b.right > box.right + 1 ||
        b.top < box.top - 1 || b.bottom > box.bottom + 1)
      wrong.push(name + ": '" + text.textContent + "' is outside");
  }
}
for (const e of performance.getEntriesByType("resource")) wrong.push("loads " + e.name);
const figures = document.querySelectorAll("figure svg").length;
document.documentElement.setAttribute("data-figures", figures);
document.documentElement.setAttribute("data-wrong", wrong.join("; "));
</script></body>`

var probed = regexp.MustCompile(`data-figures="(\d+)" data-wrong="([^"]*)"`)

// TestBrowserOpensThePage: all figures have a size, and no text sticks out of its figure. Nothing
// is loaded, and the picture is not of one colour.
func TestBrowserOpensThePage(t *testing.T) {
	browser(t)
	page := writePage(t, everything())
	figures := strings.Count(page, "<svg ")
	folder := t.TempDir()

	path := filepath.Join(folder, "probe.html")
	withScript := strings.Replace(strings.Replace(page, "default-src 'none';",
		"default-src 'none'; script-src 'unsafe-inline';", 1), "</body>", probe, 1)
	if err := os.WriteFile(path, []byte(withScript), 0o600); err != nil {
		t.Fatal(err)
	}
	found := probed.FindStringSubmatch(open(t, path, "--dump-dom"))
	if found == nil {
		t.Fatal("the browser did not run the probe")
	}
	if found[1] != fmt.Sprint(figures) || found[2] != "" {
		t.Errorf("%s of %d figures; %s", found[1], figures, found[2])
	}

	path = filepath.Join(folder, "report.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := filepath.Join(folder, "seen.png")
	open(t, path, "--window-size=1000,3000", "--screenshot="+seen)
	if n := colours(t, seen); n < 5 {
		t.Errorf("the page has %d colours", n)
	}
}

// colours counts the distinct colours of a picture, on a grid.
func colours(t *testing.T, path string) int {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	box := picture.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		for x := box.Min.X; x < box.Max.X; x += 2 {
			r, g, b, _ := picture.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}
