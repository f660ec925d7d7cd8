package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// smallest returns the fatbin of the smallest committed blob.
func smallest(t *testing.T) []byte {
	t.Helper()
	fatbin, err := committed(repository, "bw6-761", fatbinName)
	if err != nil {
		t.Fatal(err)
	}
	return fatbin
}

// TestFramesAloneAreForgiven changes one byte of .debug_frame and one of code: only the first may
// vanish.
func TestFramesAloneAreForgiven(t *testing.T) {
	fatbin := smallest(t)
	clean, err := withoutFrames(fatbin)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(clean, fatbin) {
		t.Fatal("nothing was cleared")
	}
	var whole fatbinHeader
	var image imageHeader
	if _, err := binary.Decode(fatbin, binary.LittleEndian, &whole); err != nil {
		t.Fatal(err)
	}
	if _, err := binary.Decode(fatbin[whole.HeaderSize:], binary.LittleEndian, &image); err != nil {
		t.Fatal(err)
	}
	start := uint64(whole.HeaderSize) + uint64(image.HeaderSize)
	file, err := parseCubin(fatbin[start : start+image.Size])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		section  string
		forgiven bool
	}{
		{".debug_frame", true},
		{".text.bw6_761_g1_accumulate", false},
		{".nv.info", false},
		{".symtab", false},
	} {
		section := file.Section(c.section)
		if section == nil {
			t.Fatalf("no section %s", c.section)
		}
		changed := bytes.Clone(fatbin)
		changed[start+section.Offset+8] ^= 1
		got, err := withoutFrames(changed)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(got, clean) != c.forgiven {
			t.Errorf("a changed byte of %s: forgiven is %v", c.section, !c.forgiven)
		}
	}
}

func TestFramesOfBrokenFatbins(t *testing.T) {
	fatbin := smallest(t)
	for _, size := range []int{0, 7, 16, 40, 80, 81, 1000, len(fatbin) - 1} {
		if _, err := withoutFrames(fatbin[:size]); err == nil && size != 16 {
			t.Errorf("no error for the first %d bytes", size)
		}
	}
	if _, err := withoutFrames([]byte("not what nvcc made")); !errors.Is(err, errFatbin) {
		t.Errorf("error is %v", err)
	}
}
