package pages

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// coloured are the escapes and the time of gnark's logger.
	coloured = regexp.MustCompile(`\x1b\[\d+m|(?m)^\d\d:\d\d:\d\d `)
	numbers  = regexp.MustCompile(`=[\d.]+( |$)`)
)

// logged returns our lines of a log up to the proof, without numbers.
func logged(text string) (lines []string) {
	for line := range strings.Lines(coloured.ReplaceAllString(text, "")) {
		line = numbers.ReplaceAllString(strings.TrimSpace(line), "=N$1")
		switch {
		case regexp.MustCompile(`^INF (no device|device opened)`).MatchString(line):
			lines = nil
		case !regexp.MustCompile(`^(INF|DBG|WRN) `).MatchString(line),
			regexp.MustCompile(`^(INF (comp|pars|build)|DBG verifier)`).MatchString(line):
			continue
		}
		lines = append(lines, line)
		if strings.HasPrefix(line, "DBG prover done") {
			break
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// TestLogSamples compares the page's log with the log of the program that it names. Numbers do not
// count. Lines may differ in their order, and come several times: goroutines write them.
func TestLogSamples(t *testing.T) {
	samples := regexp.MustCompile("(?s)\n\n```\n(.*?\n)```\n").
		FindAllStringSubmatch(read(t, "docs/logging.md"), -1)
	if len(samples) != 2 {
		t.Fatalf("docs/logging.md has %d samples", len(samples))
	}
	for i, command := range []string{
		"go run ./examples/circuits -v -min-size 1 -constraints 300 -proofs 1",
		"go run -tags cuda ./examples/circuits -v -min-size 1 -constraints 300 -proofs 1",
	} {
		t.Run(command, func(t *testing.T) {
			if i == 1 && testing.Short() {
				t.Skip("the emulated device has wide windows here")
			}
			got, want := logged(shell(t, command, i == 1)), logged(samples[i][1])
			if !slices.Equal(got, want) {
				t.Errorf("the program logs\n%s\nthe page has\n%s", strings.Join(got, "\n"),
					strings.Join(want, "\n"))
			}
		})
	}
}

// TestOperations compares the page's list of operations on vectors with the code's.
func TestOperations(t *testing.T) {
	source := ""
	for _, folder := range []string{"internal/groth16", "internal/plonk", "internal/engine"} {
		source += sources(t, folder)
	}
	operation := regexp.MustCompile(
		`\b(?:[cC]ompute|round|Prepare|Reserve|Warm|newComputation|apply)\("([a-z ]+)"|` +
			`(?:kind: ofElements, what|Computation\{Name): "(\w+)"|` +
			`replacing\[E\]\{\s+name: "([a-z ]+)"`)
	_, list, found := strings.Cut(read(t, "docs/logging.md"), "- `operation` names")
	list, _, ended := strings.Cut(list, "\n- ")
	if !found || !ended {
		t.Fatal("docs/logging.md has no list of operations")
	}
	listed := strings.FieldsFunc(strings.Join(strings.Fields(list), " "),
		func(r rune) bool { return strings.ContainsRune(",:;.", r) })
	for i := range listed {
		listed[i] = strings.TrimSpace(listed[i])
	}
	var there []string
	for _, name := range operation.FindAllStringSubmatch(source, -1) {
		name := name[1] + name[2] + name[3]
		there = append(there, name)
		if !slices.Contains(listed, name) {
			t.Errorf("docs/logging.md does not list the operation %q", name)
		}
	}
	for _, name := range listed[1:] {
		if !slices.Contains(there, name) {
			t.Errorf("docs/logging.md lists the operation %q, which there is not", name)
		}
	}
}

// TestSizes compares the sizes of programs on the page with the output of make sizes.
func TestSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("twenty programs are linked")
	}
	const size = ` ([\d.]+) MB \|`
	row := regexp.MustCompile(`(?m)^\| (hooks/\S+) \|` + size + size + size + "$")
	printed := row.FindAllStringSubmatch(shell(t, "scripts/sizes.sh", false), -1)
	shown := map[string][]string{}
	for _, row := range row.FindAllStringSubmatch(read(t, "docs/deployment.md"), -1) {
		shown[row[1]] = row
	}
	if len(printed) == 0 || len(shown) != len(printed) {
		t.Fatalf("%d rows are printed, and %d on the page", len(printed), len(shown))
	}
	for _, want := range printed {
		for column := 2; column < 5; column++ {
			got, err := strconv.ParseFloat(append(shown[want[1]], make([]string, 5)...)[column], 64)
			now, _ := strconv.ParseFloat(want[column], 64)
			if err != nil || math.Abs(got-now) > 0.05*now {
				t.Errorf("docs/deployment.md has %v MB for %v", got, want[0])
			}
		}
	}
}
