package pages

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelease runs the script of a release in a repository of its own. There go and make say yes.
// It prints the tags of a repository that is ready, and refuses others.
func TestRelease(t *testing.T) {
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	script, err := filepath.Abs("../../../scripts/release.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ file, text, command, refusal string }{
		"ready":         {},
		"no version":    {file: "VERSION", text: "0.2\n", refusal: "no version"},
		"a change":      {command: "touch new", refusal: "the checkout has changes"},
		"a tag":         {command: "git tag service/v0.2.0", refusal: "raise VERSION"},
		"an old module": {file: "bench/go.mod", text: requires("v0.2.0-0.1"), refusal: "bench"},
		"a replacement": {file: "service/go.mod", text: requires("v0.2.0") + "replace a => b\n",
			refusal: "refuses"},
		"no heading": {file: "CHANGELOG.md", text: "## [Unreleased]\n", refusal: "heading"},
		"an empty heading": {file: "CHANGELOG.md", text: dated + "\n## [0.1.0]\n- A",
			refusal: "nothing"},
		"an undated heading": {file: "CHANGELOG.md", text: "## [0.2.0]\n- A", refusal: "heading"},
		"a clone": {file: "README.md", text: "-replace " + library + "=../a",
			refusal: "a clone"},
		"a failing check": {file: "make", text: "#!/bin/sh\nexit 1\n", refusal: "exit"},
		"a check that writes": {file: "make", text: "#!/bin/sh\ntouch new\n",
			refusal: "have changed"},
	} {
		folder := t.TempDir()
		write := func(name, text string) {
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range map[string]string{
			"VERSION": "v0.2.0\n", "README.md": "go get\n",
			"go": "#!/bin/sh\n", "make": "#!/bin/sh\n",
			"CHANGELOG.md":   "## [Unreleased]\n" + dated + "- A change.\n",
			"service/go.mod": requires("v0.2.0"), "bench/go.mod": requires("v0.2.0"),
			"service/cmd/gnark-prover/go.mod": requires("v0.2.0 // indirect"),
		} {
			write(name, text)
		}
		if c.file != "" {
			write(c.file, c.text)
		}
		run := func(command string) (string, error) {
			bash := exec.Command("bash", "-c", command)
			bash.Dir = folder
			bash.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"),
				"GIT_CONFIG_GLOBAL=/dev/null")
			out, err := bash.CombinedOutput()
			return string(out), err
		}
		if out, err := run("git init -q && git add -A && git -c user.name=a -c user.email=a " +
			"commit -qm a && " + cmp.Or(c.command, "true")); err != nil {
			t.Fatal(err, out)
		}
		out, err := run(script)
		if err != nil {
			out += "exit"
		}
		if c.refusal != "" && (err == nil || !strings.Contains(out, c.refusal)) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if c.refusal == "" && (err != nil || !strings.Contains(out,
			"v0.2.0 service/v0.2.0 service/cmd/gnark-prover/v0.2.0 bench/v0.2.0\n")) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

const library = "github.com/gnark-accel/gnark-accel"

// dated is the heading of the version with its date.
const dated = "## [0.2.0] - 2026-01-02\n"

// requires is a module that asks for a version of the library.
func requires(version string) string {
	return "module a\n\nrequire (\n\t" + library + " " + version + "\n)\n"
}
