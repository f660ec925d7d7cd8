// Package memoryscan looks for secrets in all memory of a process, for tests. The memory of an
// emulated device belongs to that, too.
package memoryscan

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// mask hides what is looked for from the one who looks.
const mask = 0xa5a5_c3c3_9696_0ff1

// emulatedThread is the size of the stack of a thread that the emulator runs. On a GPU these are
// registers, which the driver clears for the next process.
const emulatedThread = 128 << 10

// Needle is a secret in one of its forms, in disguise.
type Needle struct {
	Name   string
	Masked []uint64
}

// Plant returns a secret, as it would be left in memory.
func (n *Needle) Plant() []uint64 {
	words := make([]uint64, len(n.Masked))
	for k, word := range n.Masked {
		words[k] = word ^ mask
	}
	return words
}

// place is where a word stands in a needle.
type place struct {
	needle *Needle
	word   int
}

// mostFound is the number of finds after which Look has seen enough.
const mostFound = 50

// Look says where needles are in memory: two words of one, beside each other, are a find. It skips
// the test where there is no /proc/self/mem.
func Look(t testing.TB, needles []Needle) (found []string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("it reads /proc/self/mem")
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	memory, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	places := map[uint64][]place{}
	for i := range needles {
		n := &needles[i]
		for k := range len(n.Masked) - 1 {
			places[n.Masked[k]] = append(places[n.Masked[k]], place{n, k})
		}
	}
	lines := bufio.NewScanner(strings.NewReader(string(maps)))
	for lines.Scan() {
		var from, to uint64
		var rights string
		_, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &rights)
		if err == nil && strings.HasPrefix(rights, "rw") && to-from != emulatedThread &&
			len(found) < mostFound {
			for _, f := range lookIn(memory, from, to, places) {
				found = append(found, f+" of "+lines.Text())
			}
		}
	}
	return found
}

// lookIn looks in one range of addresses.
func lookIn(memory io.ReaderAt, from, to uint64, places map[uint64][]place) (found []string) {
	block := make([]byte, 1<<20)
	defer clear(block)
	for at := from; at < to && len(found) < mostFound; at += uint64(len(block)) - 8 {
		n, err := memory.ReadAt(block[:min(uint64(len(block)), to-at)], int64(at))
		if n == 0 && err != io.EOF {
			break // no memory behind it
		}
		for k := 0; k+16 <= n; k += 8 {
			for _, p := range places[binary.LittleEndian.Uint64(block[k:])^mask] {
				next := binary.LittleEndian.Uint64(block[k+8:]) ^ mask
				if next == p.needle.Masked[p.word+1] {
					found = append(found, fmt.Sprintf("%s, word %d, at %x", p.needle.Name, p.word,
						at+uint64(k)))
				}
			}
		}
	}
	return found
}
