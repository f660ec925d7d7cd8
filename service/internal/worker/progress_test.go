package worker

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/rs/zerolog"
)

// TestLoading has a line every five seconds. Some steps report their progress, and one does not for
// twelve seconds.
func TestLoading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		var told []string
		w := New(nil, Config{Log: zerolog.New(&log), Slots: 1,
			Progress: func(step string, done, total int64) { told = append(told, step) }})
		m := &circuit.Manifest{Digest: "0123456789abcdef"}
		progress, end := w.loading(m, "reading")
		progress(1, 2)
		progress(2, 2)
		time.Sleep(12 * time.Second)
		end()
		progress, end = w.loading(m, "attaching")
		progress(3, 7)
		time.Sleep(6 * time.Second)
		end()
		time.Sleep(time.Minute)
		line := func(step string) string {
			return `{"level":"info","worker":"` + w.about.ID + `","circuit":"` + m.Digest +
				`","step":` + step + `,"message":"circuit loading"}` + "\n"
		}
		reading := line(`"reading","done":2,"total":2`)
		want := reading + reading + line(`"attaching","done":3,"total":7`)
		if log.String() != want {
			t.Errorf("the lines are\n%s", &log)
		}
		if got := strings.Join(told, ","); got != "reading circuit 01234567,reading circuit "+
			"01234567,attaching circuit 01234567" {
			t.Errorf("told of %s", got)
		}
	})
}
