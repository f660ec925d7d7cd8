package main

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

func deployed(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// match returns the texts that the groups of an expression match.
func match(t *testing.T, text, expression string) []string {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("nothing is like %s", expression)
	}
	return found[1:]
}

// parsed parses the flags of serve or worker in a command line. No word of the line has a space. It
// returns the value of each flag.
func parsed(t *testing.T, command, line string) func(name string) string {
	t.Helper()
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	if command == "serve" {
		newServeFlags(&call{flags: flags})
	} else {
		worker.NewCommand(flags)
	}
	words := strings.Fields(strings.NewReplacer(",", " ", `"`, "").Replace(line))
	if err := flags.Parse(words); err != nil || flags.NArg() > 0 {
		t.Fatalf("%s %s: %v", command, line, err)
	}
	return func(name string) string { return flags.Lookup(name).Value.String() }
}

// TestUnit holds the command of the systemd unit to the program's flags. Its folder is to be the
// one that systemd makes.
func TestUnit(t *testing.T) {
	unit := deployed(t, "gnark-prover.service")
	serve := parsed(t, "serve", match(t, unit, `(?m)^ExecStart=\S*/gnark-prover serve (.*)$`)[0])
	state := "/var/lib/" + match(t, unit, `(?m)^StateDirectory=(.*)$`)[0]
	if serve("folder") != state {
		t.Errorf("the folder is %s, and systemd makes %s", serve("folder"), state)
	}
	for _, setting := range []string{"UMask=0077", "LimitCORE=0", "Restart=on-failure",
		"StandardOutput=null"} {
		if !slices.Contains(strings.Split(unit, "\n"), setting) {
			t.Errorf("the unit lacks %s", setting)
		}
	}
	unit = deployed(t, "gnark-prover-worker.service")
	worker := parsed(t, "worker", match(t, unit, `(?m)^ExecStart=\S*/gnark-prover worker (.*)$`)[0])
	state = "/var/lib/" + match(t, unit, `(?m)^StateDirectory=(.*)$`)[0]
	if path.Dir(worker("key")) != state || worker("require-gpu") != "true" {
		t.Errorf("the key is %s, and systemd makes %s", worker("key"), state)
	}
}

// TestCompose holds the commands of the compose file to the program's flags. The addresses and
// files of the workers are to be the server's.
func TestCompose(t *testing.T) {
	file, image := deployed(t, "compose.yaml"), deployed(t, "Dockerfile")
	server := parsed(t, "serve", match(t, file, `(?m)^    command: \[serve, (.*)\]$`)[0])
	worker := parsed(t, "worker", match(t, file, `(?s)exec gnark-prover worker (.*?)\n    \w`)[0])
	data := match(t, image, `(?m)^ENV GNARK_PROVER_FOLDER=(.*)$`)[0]
	port := func(flag string) string {
		address := server(flag)
		return address[strings.LastIndex(address, ":"):]
	}
	for got, want := range map[string]string{
		match(t, file, `serve, -prove=(\w+),`)[0]: "false",
		worker("folder"):                          data,
		worker("nats"):                            "nats://server" + port("listen"),
		match(t, file, `ports: \["(.*)"\]`)[0]:    "127.0.0.1:8080" + port("http"),
		match(t, file, `until \[ -s (\S*) \]`)[0]: path.Join(data, folder.TokenFile),
		match(t, file, `(--scale worker=\d)`)[0]:  "--scale worker=3",
	} {
		if got != want {
			t.Errorf("the file has %s, not %s", got, want)
		}
	}
}

// TestImage holds the container file to the module: its Go is new enough, and the folder of the
// program and the one that it keeps things in are there.
func TestImage(t *testing.T) {
	image := deployed(t, "Dockerfile")
	module, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	needs := match(t, string(module), `(?m)^go (\d+)\.(\d+)`)
	has := match(t, image, `FROM golang:(\d+)\.(\d+)-`)
	if has[0] != needs[0] || len(has[1]) < len(needs[1]) || has[1] < needs[1] {
		t.Errorf("the image has Go %q, and the module needs %q", has, needs)
	}
	work, err := os.ReadFile("../../../go.work")
	if err != nil {
		t.Fatal(err)
	}
	for _, used := range strings.Fields(match(t, string(work), `(?s)use \((.*)\)`)[0]) {
		name := path.Join(used, "go.mod") // before all else is copied
		match(t, strings.Split(image, "COPY . .")[0], `(?m)^COPY .*\b`+regexp.QuoteMeta(name))
	}
	match(t, image, `(?m)^RUN CGO_ENABLED=0 go build -C service -tags cuda .* \./cmd/gnark-prover$`)
	volume := match(t, image, `(?m)^VOLUME (.*)$`)[0]
	match(t, image, `GNARK_PROVER_FOLDER=`+volume)
}
