//go:build linux

package program

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

// TestServeEnds logs the error where nothing can be accepted any more.
func TestServeEnds(t *testing.T) {
	log := make(lines, 1)
	address, stop, err := Serve("127.0.0.1:0", http.NotFoundHandler(), nil, zerolog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range open {
		descriptor, _ := strconv.Atoi(file.Name())
		is, _ := syscall.Getsockname(descriptor)
		at, internet := is.(*syscall.SockaddrInet4)
		if internet && strings.HasSuffix(address, ":"+strconv.Itoa(at.Port)) {
			syscall.Shutdown(descriptor, syscall.SHUT_RD)
		}
	}
	select {
	case line := <-log:
		if !strings.Contains(line, address) {
			t.Error(line)
		}
	case <-time.After(10 * time.Second):
		t.Error("no line")
	}
}
