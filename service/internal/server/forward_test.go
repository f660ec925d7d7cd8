package server

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
)

// TestForward passes lines and messages on as they are, and pays for each.
func TestForward(t *testing.T) {
	const text = "PING\r\nPUB a 5\r\nPUB 9\r\n" +
		"hpub\ta b 2 4\r\nabcd\r\nSUB a 1\r\nMSG a 1 0\r\n\r\n"
	here, there := net.Pipe()
	sizes := []int{}
	go func() {
		forward(bufio.NewReader(strings.NewReader(text)), here, func(size int, _ []byte) error {
			sizes = append(sizes, size)
			return nil
		})
		here.Close()
	}()
	got, err := io.ReadAll(there)
	if err != nil || string(got) != text {
		t.Errorf("%q, %v", got, err)
	}
	if want := []int{0, 7, 6, 0, 2}; len(sizes) != len(want) || sizes[1] != 7 || sizes[2] != 6 {
		t.Errorf("paid for %v, want %v", sizes, want)
	}
	for _, line := range []string{"PUB \r\n", "PUB a -1\r\n", "PUB a 99999999999\r\n"} {
		if _, err := sizeOf([]byte(line)); err == nil {
			t.Errorf("%q has a length", line)
		}
	}
}
