package report

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestPictures(t *testing.T) {
	folder := t.TempDir()
	rows := everything()
	paths, err := WritePictures(folder, rows, peers(t))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		name := filepath.Base(path)
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
		if n := colours(t, path); n < 3 {
			t.Errorf("%s has %d colours", name, n)
		}
	}
	for _, want := range []string{
		"msm-bn254-g1-uniform.png", "msm-bls12-377-g1-uniform.png", "msm-uniform.png",
		"speed-up-proofs.png", "speed-up-msm.png",
		"proofs-plonk-bn254-mimc.png", "timeline-groth16.png", "timeline-plonk.png",
		"cpu-msm-uniform.png", "emulator-timeline-plonk.png",
	} {
		if !seen[want] {
			t.Errorf("%s is missing among %s", want, strings.Join(paths, " "))
		}
	}
}
