package api

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

var pictureTo = flag.String("picture", "", "the file that TestPageInBrowser writes the page to")

// TestPageInBrowser opens the page in a browser. It asks for the token, says that a wrong one is
// wrong, shows workers and jobs, and a later job without being loaded again.
func TestPageInBrowser(t *testing.T) {
	program := browser(t)
	s := serve(t)
	e := s.addSquare(t, 0)
	given, err := json.Marshal(map[string]any{
		"token":   s.Tenants()[0].Token,
		"done":    s.prove(t, "square", e.bytes(t, 3, 9), jobs.Done),
		"failed":  s.prove(t, "square", e.bytes(t, 3, 8), jobs.Failed),
		"witness": e.bytes(t, 4, 16),
	})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := os.ReadFile("testdata/steps.js")
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/test":
			fmt.Fprintf(w, "<script>const given = %s;\n%s</script>", given, steps)
			page(w, r)
		case "/drain":
			s.drain(t)
		case "/said":
			complaints, _ := io.ReadAll(r.Body)
			said <- string(complaints)
		default:
			s.ServeHTTP(w, r)
		}
	}))
	defer web.Close()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	shown := browse(ctx, t, program, "--remote-debugging-port=0", web.URL+"/test")
	select {
	case complaints := <-said:
		if complaints != "" {
			t.Error(complaints)
		}
	case <-ctx.Done():
		t.Error("the page says nothing")
	}
	stop()
	shown.Wait()
	if *pictureTo != "" {
		if err := browse(t.Context(), t, program, "--screenshot="+*pictureTo,
			"--window-size=1100,830", "--virtual-time-budget=10000",
			web.URL+"/#token="+s.Tenants()[0].Token).Wait(); err != nil {
			t.Error(err)
		}
	}
}

// browser returns a browser's program, one that brings little along if there are several.
func browser(t *testing.T) string {
	t.Helper()
	browsers := []string{"chromium-headless-shell", "chromium", "google-chrome", "chrome"}
	for _, name := range browsers {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	if os.Getenv("GNARK_PROVER_REQUIRE_BROWSER") == "1" {
		t.Fatalf("there is none of %q", browsers)
	}
	t.Skipf("there is none of %q", browsers)
	return ""
}

// browse starts a browser without a screen.
func browse(ctx context.Context, t *testing.T, program string, arguments ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(ctx, program, append([]string{"--headless", "--no-sandbox",
		"--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--user-data-dir=" + t.TempDir()}, arguments...)...)
	command.Stderr = t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command
}
