package driver

import (
	"encoding/binary"
	"io/fs"
	"testing"
)

func TestSecure(t *testing.T) {
	vector := func(words ...uint64) (b []byte) {
		for _, w := range words {
			b = binary.NativeEndian.AppendUint64(b, w)
		}
		return b
	}
	for name, test := range map[string]struct {
		vector []byte
		want   bool
	}{
		"empty":         {nil, false},
		"set":           {vector(6, 4096, 23, 1, 0, 0), true},
		"not set":       {vector(6, 4096, 23, 0, 0, 0), false},
		"absent":        {vector(6, 23, 0, 0), false},
		"behind an end": {vector(0, 0, 23, 1), false},
		"cut off":       {vector(23, 1)[:15], false},
	} {
		if got := secure(test.vector, nil); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !secure(nil, fs.ErrNotExist) {
		t.Error("a vector that cannot be read says that the program has no more rights")
	}
	if privileged() {
		t.Error("the test has no more rights than its caller")
	}
	if named("a library", true) != "" || named("a library", false) != "a library" {
		t.Error("the environment of a privileged program names a library")
	}
}
