package untrusted

import (
	"syscall"
	"testing"
)

// TestBound raises no limit, and tells where it can set none.
func TestBound(t *testing.T) {
	var before, after syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_CORE, &before)
	if err := bound(syscall.RLIMIT_CORE, ^uint64(0)); err != nil {
		t.Error(err)
	}
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &after); after.Max != before.Max {
		t.Errorf("%d, and was %d", after.Max, before.Max)
	}
	if err := bound(1<<20, 1); err == nil {
		t.Error("no such limit, and no error")
	}
}
