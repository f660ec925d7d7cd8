package main

import (
	"bytes"
	"debug/elf"
	"testing"
)

// TestFramesAloneAreForgiven changes one byte of .debug_frame and one of code: only the first may
// vanish. Files that are cut off or something else stay as they are, or lose frames.
func TestFramesAloneAreForgiven(t *testing.T) {
	t.Chdir(repository)
	blobs, err := readBlobs("bw6-761")
	if err != nil {
		t.Fatal(err)
	}
	fatbin := blobs[fatbinName]
	clean := withoutFrames(fatbin)
	if bytes.Equal(clean, fatbin) {
		t.Fatal("nothing was cleared")
	}
	start := bytes.Index(fatbin, []byte(elf.ELFMAG))
	file, err := parseCubin(fatbin[start:])
	if err != nil {
		t.Fatal(err)
	}
	for name, forgiven := range map[string]bool{
		".debug_frame": true, ".text.bw6_761_g1_accumulate": false, ".nv.info": false,
		".symtab": false,
	} {
		section := file.Section(name)
		if section == nil {
			t.Fatalf("no section %s", name)
		}
		changed := bytes.Clone(fatbin)
		changed[start+int(section.Offset)+8] ^= 1
		if bytes.Equal(withoutFrames(changed), clean) != forgiven {
			t.Errorf("a changed byte of %s: forgiven is %v", name, !forgiven)
		}
	}
	for _, size := range []int{0, 7, start + 4, start + 20, start + 80, len(fatbin) - 1} {
		if got := withoutFrames(fatbin[:size]); len(got) != size {
			t.Errorf("of the first %d bytes %d are left", size, len(got))
		}
	}
}
