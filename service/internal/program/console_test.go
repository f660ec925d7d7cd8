package program

import (
	"bytes"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestBars: a terminal shows a bar until the next line, which takes its place. Files have none.
func TestBars(t *testing.T) {
	for terminal, want := range map[bool]string{
		true:  "\r\x1b[Kload key [#######.......................] 25% of 4.0 MiB\r\x1b[Kdone\n",
		false: "done\n",
	} {
		var out bytes.Buffer
		b := NewBars(&out)
		b.terminal = terminal
		b.Show("load key", 1, 0) // of how many is unknown
		b.Show("load key", 1<<20, 4<<20)
		b.Show("load key", 2<<20, 4<<20) // at once
		fmt.Fprintln(b, "done")
		if got := out.String(); got != want {
			t.Errorf("got %q, expected %q", got, want)
		}
	}
}

// TestLongFile shows a full bar where there is more than was said.
func TestLongFile(t *testing.T) {
	var out bytes.Buffer
	b := NewBars(&out)
	b.terminal = true
	b.Show("load key", 5<<20, 4<<20)
	want := "\r\x1b[Kload key [##############################] 100% of 4.0 MiB"
	if got := out.String(); got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
}

// TestLines has a line in a file for a step every five seconds.
func TestLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := NewBars(&out)
		b.Lines = true
		for i := range int64(12) {
			b.Show("storing", i<<20, 12<<20)
			time.Sleep(time.Second)
		}
		want := "storing: 41% of 12.0 MiB\nstoring: 83% of 12.0 MiB\n"
		if got := out.String(); got != want {
			t.Errorf("got %q, expected %q", got, want)
		}
	})
}
