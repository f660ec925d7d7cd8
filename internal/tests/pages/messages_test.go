package pages

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gnarksMessages are lines that gnark, or a hook in its place, logs for a proof.
var gnarksMessages = []string{"constraint system solver done", "prover done"}

// TestLogMessages compares the messages that package accel documents with the code and the page.
func TestLogMessages(t *testing.T) {
	source := ""
	for _, folder := range []string{
		"internal/engine", "internal/solver", "internal/prepared",
		"hooks/groth16/internal/protocol", "hooks/internal/keys",
	} {
		source += sources(t, folder)
	}
	page, doc := read(t, "docs/logging.md"), read(t, "accel/doc.go")
	documented := regexp.MustCompile(`(?m)^//\t(?:info|warn|error|debug) +"([^"]+)"`).
		FindAllStringSubmatch(doc, -1)
	if len(documented) == 0 {
		t.Fatal("accel/doc.go documents no messages")
	}
	messages := slices.Clone(gnarksMessages)
	for _, message := range documented {
		messages = append(messages, message[1])
		if !strings.Contains(source, `"`+message[1]+`"`) {
			t.Errorf("accel/doc.go documents %q, which neither session nor solver logs", message[1])
		}
	}
	inSource := regexp.MustCompile(`(?:Msg\(|message += |onCPU: )"([^"]+)"`)
	for _, message := range inSource.FindAllStringSubmatch(source, -1) {
		messages = append(messages, message[1])
	}
	for _, message := range messages {
		if !strings.Contains(page, "`"+message+"`") {
			t.Errorf("docs/logging.md does not explain %q", message)
		}
	}
	shown := regexp.MustCompile(`(?m)^(?:INF|DBG|WRN) (.*)$`).FindAllStringSubmatch(page, -1)
	if len(shown) == 0 {
		t.Error("docs/logging.md shows no lines of a log")
	}
	for _, line := range shown {
		known := func(message string) bool { return strings.HasPrefix(line[1]+" ", message+" ") }
		if !slices.ContainsFunc(messages, known) {
			t.Errorf("docs/logging.md shows a line that is not documented: %s", line[1])
		}
	}
	rows := regexp.MustCompile("(?m)^\\| (?:info|warn|debug) \\| `([^`]+)` \\|").
		FindAllStringSubmatch(page, -1)
	if len(rows) == 0 {
		t.Error("docs/logging.md has no table of messages")
	}
	for _, row := range rows {
		if !strings.Contains(doc, `"`+row[1]+`"`) {
			t.Errorf("docs/logging.md lists %q, which package accel does not document", row[1])
		}
	}
}
