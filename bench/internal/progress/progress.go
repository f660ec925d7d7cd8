// Package progress tells how far a series of measurements is. It shows a bar and the time left on a
// terminal, plain lines elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress is the state of a series. It is safe for concurrent use.
type Progress struct {
	out   io.Writer
	mutex sync.Mutex
	bar   *progressbar.ProgressBar // nil elsewhere than on a terminal
	start time.Time
	done  int64
	total int64
}

// New begins a series of the given weight altogether: steps that take longer weigh more.
func New(out io.Writer, total int64) *Progress {
	p := &Progress{out: out, start: time.Now(), total: max(total, 1)}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.bar = progressbar.NewOptions64(p.total,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetWidth(24),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetRenderBlankState(true),
		)
	}
	return p
}

// Step shows the name of the current measurement.
func (p *Progress) Step(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar == nil {
		fmt.Fprintf(p.out, "%3d %%  %s\n", 100*p.done/p.total, what)
		return
	}
	p.bar.Describe(what)
	_ = p.bar.RenderBlank() // a terminal that cannot be written to is no reason to stop
}

// Done says that a step of the given weight is over.
func (p *Progress) Done(weight int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done = min(p.done+weight, p.total)
	if p.bar != nil {
		_ = p.bar.Set64(p.done)
	}
}

// Clear takes the bar away until the next step, for a line of results to be printed.
func (p *Progress) Clear() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// End takes the bar away. It says how long everything took elsewhere than on a terminal.
func (p *Progress) End() {
	p.Clear()
	if p.bar == nil {
		fmt.Fprintf(p.out, "%d %% after %v\n", 100*p.done/p.total,
			time.Since(p.start).Round(time.Millisecond))
	}
}
