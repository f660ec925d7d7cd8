package pages

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gnarksMessages are lines that gnark, or a hook in its place, logs for a proof.
var gnarksMessages = []string{"constraint system solver done", "prover done"}

// TestLogMessages compares the messages on the page about logging with the code.
func TestLogMessages(t *testing.T) {
	source := ""
	for _, folder := range []string{
		"internal/engine", "internal/solver", "internal/prepared",
		"hooks/groth16/internal/protocol", "hooks/internal/keys",
	} {
		source += sources(t, folder)
	}
	page := read(t, "docs/logging.md")
	messages := slices.Clone(gnarksMessages)
	rows := regexp.MustCompile(`(?m)^\| (?:info|warn|error|debug) \| (.+?) \|`).
		FindAllStringSubmatch(page, -1)
	if len(rows) == 0 {
		t.Error("docs/logging.md has no table of messages")
	}
	for _, row := range rows {
		for _, message := range strings.Split(row[1], "; ") {
			message = strings.Trim(message, "`")
			messages = append(messages, message)
			if !strings.Contains(source, `"`+message+`"`) {
				t.Errorf("docs/logging.md lists %q, which nothing logs", message)
			}
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
}
