package equality

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestDropIn proves gnark's own test circuits, which only gnark may import, with the arguments of
// gnark's Prove: in a copy of gnark, which asks for this module.
func TestDropIn(t *testing.T) {
	if os.Getenv("GNARK_ACCEL_LONG") != "1" {
		t.Skip("GNARK_ACCEL_LONG is not 1")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(gnarkFolder(t))); err != nil {
		t.Fatal(err)
	}
	requireModule(t, folder, moduleFolder(t, "list", "-m", "-json", module))
	write(t, filepath.Join(folder, "internal", "backend", "circuits", "dropin_test.go"),
		read(t, filepath.Join("testdata", "dropin.go.txt")))
	cmd := exec.Command("go", "test", "-mod=mod", "-tags", "cuda", "-vet=off", "-ldflags=-w",
		"-timeout", "0", "-v", "-run", "^TestDropIn$", "./internal/backend/circuits")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off")
	output, err := cmd.CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Error(err)
	}
}
