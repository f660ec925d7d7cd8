package worker

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/rs/zerolog"
)

// TestTelling tells each time, and logs a line only when the last one is a while ago.
func TestTelling(t *testing.T) {
	for every, want := range map[time.Duration]int{0: 3, time.Hour: 0} {
		tellEvery = every
		t.Cleanup(func() { tellEvery = 5 * time.Second })
		var log bytes.Buffer
		told := ""
		w := New(nil, Config{Log: zerolog.New(&log), Slots: 1,
			Progress: func(step string, done, total int64) { told = step }})
		tell := w.telling(&circuit.Manifest{Digest: "0123456789abcdef"}, "reading")
		for done := range int64(3) {
			tell(done, 2)
		}
		line := `"step":"reading","done":2,"total":2,"message":"circuit loading"`
		if got := strings.Count(log.String(), "\n"); got != want ||
			strings.Contains(log.String(), line) != (want > 0) {
			t.Errorf("every %s: %s", every, &log)
		}
		if told != "reading circuit 01234567" {
			t.Errorf("told of %q", told)
		}
	}
}
