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
	"strconv"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

var pictures = flag.String("pictures", "",
	"a folder for pictures of the page's states, which TestPageInBrowser takes")

// TestPageInBrowser opens the page in a browser. It asks for the token, says that a wrong one is
// wrong, shows workers and jobs, and a later job without being loaded again. Of each state it takes
// a picture.
func TestPageInBrowser(t *testing.T) {
	program := browser(t)
	s := serve(t)
	e := s.addSquare(t, 0)
	given, err := json.Marshal(map[string]any{
		"token":   s.Tenants[0].Token,
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
	said, opened := make(chan string, 1), make(chan *chromium, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/test":
			page(w, r)
			fmt.Fprintf(w, "<script>const given = %s;\n%s</script>", given, steps)
		case "/picture":
			width, _ := strconv.Atoi(r.FormValue("width"))
			c := <-opened
			c.picture(*pictures, r.FormValue("name"), width)
			opened <- c
		case "/drain":
			s.drain()
		case "/said":
			complaints, _ := io.ReadAll(r.Body)
			said <- string(complaints)
		default:
			s.ServeHTTP(w, r)
		}
	}))
	defer web.Close()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	shown := browse(ctx, t, program, web.URL+"/test")
	opened <- shown
	select {
	case complaints := <-said:
		if complaints != "" {
			t.Error(complaints)
		}
	case <-ctx.Done():
		t.Error("the page says nothing")
	}
	stop()
	shown.process.Wait()
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
