package program

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

// Bars writes to a terminal, or to a file without bars. It is safe for concurrent use.
type Bars struct {
	Lines bool // has a file show, every five seconds, how far a step is

	mu       sync.Mutex // guards the fields below
	out      io.Writer
	terminal bool // out shows bars
	shown    bool // a bar is in the last line
	drawn    time.Time
}

// NewBars returns bars, which are shown if out is a terminal.
func NewBars(out io.Writer) *Bars {
	b := &Bars{out: out}
	if file, ok := out.(*os.File); ok {
		info, err := file.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return b
}

const eraseLine = "\r\x1b[K"

// Show shows how many bytes of a step are done, in a terminal's last line, unless the total is 0.
func (b *Bars) Show(step string, done, total int64) {
	const width = 30
	b.mu.Lock()
	defer b.mu.Unlock()
	now, pause := time.Now(), time.Second/10
	if !b.terminal { // the first step has no line for five seconds
		b.drawn, pause = cmp.Or(b.drawn, now), 5*time.Second
	}
	done = max(0, min(done, total)) // a file may be longer than its circuit says
	if total <= 0 || now.Sub(b.drawn) < pause || !b.terminal && !b.Lines {
		return
	}
	b.drawn = now
	far := fmt.Sprintf("%d%% of %.1f MiB", 100*done/total, float64(total)/(1<<20))
	if !b.terminal {
		fmt.Fprintf(b.out, "%s: %s\n", step, far)
		return
	}
	b.shown = true
	full := int(width * done / total)
	fmt.Fprintf(b.out, "%s%s [%s%s] %s", eraseLine, step, strings.Repeat("#", full),
		strings.Repeat(".", width-full), far)
}

// Write implements io.Writer for whole lines, such as a log's. The next bar comes after them.
func (b *Bars) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown {
		b.shown = false
		io.WriteString(b.out, eraseLine) // where that fails so does the line
	}
	return b.out.Write(line)
}

// Log returns a logger of lines of JSON, also for gnark and gnark-accel. gnark writes values of
// witnesses at level debug, and in its solver's error, which has no message: neither is written.
func Log(to io.Writer, level zerolog.Level) zerolog.Logger {
	log := zerolog.New(to).Level(level).With().Timestamp().Logger()
	withoutValues := func(line *zerolog.Event, _ zerolog.Level, message string) {
		if message == "" {
			line.Discard()
		}
	}
	logger.Set(log.Level(max(level, zerolog.InfoLevel)).Hook(zerolog.HookFunc(withoutValues)))
	return log
}
