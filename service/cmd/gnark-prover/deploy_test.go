package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
)

// deployed returns a file of service/deploy.
func deployed(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// match returns what the groups of an expression match in a text.
func match(t *testing.T, text, expression string) []string {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("nothing is like %s", expression)
	}
	return found[1:]
}

// flagsOf returns the flags of a command with their defaults, as its help lists them.
func flagsOf(t *testing.T, name string) map[string]bool {
	t.Helper()
	var help bytes.Buffer
	err := run(t.Context(), []string{name, "-h"}, io.Discard, &help)
	if !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("%s: %v", name, err)
	}
	flags := map[string]bool{}
	listed := regexp.MustCompile(`(?m)^  -(\S+)`).FindAllStringSubmatch(help.String(), -1)
	for _, found := range listed {
		flags[found[1]] = true
	}
	return flags
}

// line is a command line of the program, as a file of service/deploy has it.
type line struct {
	command string
	flags   map[string]string
}

// parsed parses the words behind the program's name, and expects flags that the command has.
func parsed(t *testing.T, words []string) line {
	t.Helper()
	l := line{words[0], map[string]string{}}
	known := flagsOf(t, l.command)
	for words = words[1:]; len(words) > 0; words = words[1:] {
		name, value, set := strings.Cut(strings.TrimPrefix(words[0], "-"), "=")
		if !strings.HasPrefix(words[0], "-") || !known[name] {
			t.Errorf("%s has no flag %s", l.command, words[0])
			continue
		}
		if !set && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
			value, words = words[1], words[1:]
		}
		l.flags[name] = value
	}
	return l
}

// words splits a command line, of which no word has a space.
func words(text string) []string {
	all := strings.Fields(strings.ReplaceAll(text, ",", " "))
	for i := range all {
		all[i] = strings.Trim(all[i], `"`)
	}
	return all
}

// TestUnit holds the command of the systemd unit to the program's flags, and its folder to that
// which systemd makes.
func TestUnit(t *testing.T) {
	unit := deployed(t, "gnark-prover.service")
	l := parsed(t, words(match(t, unit, `(?m)^ExecStart=\S*/gnark-prover (.*)$`)[0]))
	state := "/var/lib/" + match(t, unit, `(?m)^StateDirectory=(.*)$`)[0]
	if l.command != "serve" || l.flags["folder"] != state {
		t.Errorf("%+v, and systemd makes %s", l, state)
	}
	for _, setting := range []string{"UMask=0077", "LimitCORE=0", "Restart=on-failure",
		"StandardOutput=null"} {
		if !slices.Contains(strings.Split(unit, "\n"), setting) {
			t.Errorf("the unit lacks %s", setting)
		}
	}
}

// TestCompose holds the commands of the compose file to the program's flags, and the addresses and
// files of the workers to those of the server.
func TestCompose(t *testing.T) {
	file, image := deployed(t, "compose.yaml"), deployed(t, "Dockerfile")
	server := parsed(t, words(match(t, file, `(?m)^    command: \[(.*)\]$`)[0]))
	worker := parsed(t, words(match(t, file, `(?s)exec gnark-prover (.*?)\n    \w`)[0]))

	data := match(t, image, `(?m)^ENV GNARK_PROVER_FOLDER=(.*)$`)[0]
	if server.command != "serve" || server.flags["prove"] != "false" {
		t.Errorf("the server is %+v", server)
	}
	if worker.flags["folder"] != data {
		t.Errorf("workers read the folder %s, and it is %s", worker.flags["folder"], data)
	}
	if token := path.Join(data, folder.TokenFile); !strings.Contains(file, "[ -s "+token+" ]") {
		t.Errorf("workers do not wait for %s", token)
	}
	port := func(address string) string { return address[strings.LastIndex(address, ":"):] }
	want := "nats://server" + port(server.flags["listen"])
	if worker.flags["nats"] != want {
		t.Errorf("workers connect to %s, and the server is %s", worker.flags["nats"], want)
	}
	published := match(t, file, `ports: \["(.*)"\]`)[0]
	if want := "127.0.0.1:8080" + port(server.flags["http"]); published != want {
		t.Errorf("the port %s is published, not %s", published, want)
	}
	if !strings.Contains(file, "--scale worker=3") {
		t.Error("the file does not say how to start three workers")
	}
}

// TestImage holds the container file to the module: its Go is new enough, and the folder of the
// program and the one that it keeps things in are there.
func TestImage(t *testing.T) {
	image := deployed(t, "Dockerfile")
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	needs := match(t, string(module), `(?m)^go (\d+)\.(\d+)`)
	has := match(t, image, `FROM golang:(\d+)\.(\d+)-`)
	if has[0] != needs[0] || len(has[1]) < len(needs[1]) || has[1] < needs[1] {
		t.Errorf("the image has Go %q, and the module needs %q", has, needs)
	}
	build := match(t, image, `(?m)^RUN CGO_ENABLED=0 go build -C service -tags cuda .* (\./\S+)$`)
	if build[0] != "./cmd/gnark-prover" {
		t.Errorf("the image has the program of %s", build[0])
	}
	volume := match(t, image, `(?m)^VOLUME (.*)$`)[0]
	set := strings.ToLower(match(t, image, `GNARK_PROVER_(\w+)=`+volume)[0])
	if !flagsOf(t, "serve")[set] {
		t.Errorf("the environment sets -%s", set)
	}
}
