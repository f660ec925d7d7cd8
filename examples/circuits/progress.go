package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress tells on standard error what is going on: with a spinner or a bar on a terminal, in plain lines elsewhere.
// It is also the writer for logs, which it keeps apart from the bar.
type progress struct {
	out      io.Writer
	terminal bool

	mu  sync.Mutex // guards out and bar
	bar *progressbar.ProgressBar
}

func newProgress(out io.Writer) *progress {
	file, ok := out.(*os.File)
	return &progress{out: out, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

// redrawInterval is the time between two pictures of a spinner.
const redrawInterval = 100 * time.Millisecond

// begin shows that something has begun. It has the given number of steps, or none to be counted if that is -1.
// The caller calls end when it is over.
func (p *progress) begin(what string, steps int) *activity {
	a := &activity{progress: p, what: what, stopped: make(chan struct{})}
	if !p.terminal {
		p.line("%s ...", what)
		return a
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar = progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(p.out),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetSpinnerChangeInterval(0), // redrawn by activity.redraw, under the lock
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetWidth(24),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetRenderBlankState(true),
	)
	a.redrawing.Add(1)
	go a.redraw()
	return a
}

// activity is what a spinner or a bar stands for.
type activity struct {
	progress  *progress
	what      string
	stopped   chan struct{}
	redrawing sync.WaitGroup
}

func (a *activity) redraw() {
	defer a.redrawing.Done()
	ticker := time.NewTicker(redrawInterval)
	defer ticker.Stop()
	for {
		select {
		case <-a.stopped:
			return
		case <-ticker.C:
			a.progress.mu.Lock()
			_ = a.progress.bar.RenderBlank() // a terminal that cannot be written to is no reason to stop
			a.progress.mu.Unlock()
		}
	}
}

// step counts one more step; elsewhere than on a terminal it prints the line.
func (a *activity) step(line string, args ...any) {
	p := a.progress
	if !p.terminal {
		p.line(line, args...)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.bar.Add(1)
}

// end takes the spinner away; elsewhere than on a terminal it prints the outcome.
func (a *activity) end(outcome string) {
	p := a.progress
	if !p.terminal {
		p.line("%s: %s", a.what, outcome)
		return
	}
	close(a.stopped)
	a.redrawing.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.bar.Clear()
	p.bar = nil
}

// line prints a line of its own.
func (p *progress) line(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format+"\n", args...)
}

// Write implements io.Writer for whole lines, such as those of a log: the bar makes room, and comes back when it is
// next redrawn.
func (p *progress) Write(line []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	return p.out.Write(line)
}
