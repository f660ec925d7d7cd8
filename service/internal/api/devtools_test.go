package api

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// browsers are programs that show pages without a screen, those first that bring least along.
var browsers = []string{"chromium-headless-shell", "chromium", "google-chrome", "chrome"}

// tab is a page in a browser. It speaks the protocol of Chrome's developer tools over two pipes:
// JSON, each message ended by a zero byte.
type tab struct {
	t       *testing.T
	to      io.Writer
	from    *bufio.Reader
	session string
	calls   int
	// complaints are exceptions of the page, and what the browser refused to do for it.
	complaints []string
}

// open shows a page in a browser, until the test ends. It skips the test where there is no browser.
func open(t *testing.T, url string) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	b := &tab{t: t}
	b.start(ctx, found(t))
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{
		"url": "about:blank", "width": 1100, "height": 830, "newWindow": true,
	}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget",
		map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Runtime", "Log", "Page"} {
		b.call(domain+".enable", nil, nil)
	}
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	b.eventually("the page is loaded",
		`document.readyState === "complete" && location.href !== "about:blank"`)
	return b
}

// found returns a browser's program.
func found(t *testing.T) string {
	t.Helper()
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

// start starts the browser. Its pipes are the files 3 and 4 of its process.
func (b *tab) start(ctx context.Context, program string) {
	b.t.Helper()
	read, to := b.pipe()
	from, write := b.pipe()
	b.to, b.from = to, bufio.NewReader(from)
	browser := exec.CommandContext(ctx, program, "--headless", "--remote-debugging-pipe",
		"--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--user-data-dir="+b.t.TempDir())
	browser.ExtraFiles = []*os.File{read, write}
	if err := browser.Start(); err != nil {
		b.t.Fatal(err)
	}
	read.Close()
	write.Close() // the browser has the only one, so that reading ends with it
	b.t.Cleanup(func() {
		browser.Process.Kill()
		browser.Wait()
	})
}

func (b *tab) pipe() (read, write *os.File) {
	read, write, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		read.Close()
		write.Close()
	})
	return read, write
}

// message is a reply, or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// call has the browser do something, and decodes its reply unless the result is nil.
func (b *tab) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.calls++
	request := map[string]any{"id": b.calls, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	body, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(body, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		m := b.next(method)
		if m.ID != b.calls {
			b.note(m)
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
		return
	}
}

// next reads a message.
func (b *tab) next(method string) (m message) {
	b.t.Helper()
	line, err := b.from.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("%s: the browser is gone: %v", method, err)
	}
	if err := json.Unmarshal(line[:len(line)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	return m
}

// note keeps events that complain. A reply of the server that is an error is none.
func (b *tab) note(m message) {
	switch m.Method {
	case "Runtime.exceptionThrown":
		b.complaints = append(b.complaints, string(m.Params))
	case "Log.entryAdded":
		var logged struct{ Entry struct{ Source, Text string } }
		if json.Unmarshal(m.Params, &logged); logged.Entry.Source != "network" {
			b.complaints = append(b.complaints, logged.Entry.Text)
		}
	}
}

// value returns what an expression of the page's script is, as JSON would have it.
func (b *tab) value(expression string) any {
	b.t.Helper()
	var reply struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Text string }
	}
	b.call("Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "awaitPromise": true,
	}, &reply)
	if reply.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, reply.ExceptionDetails.Text)
	}
	return reply.Result.Value
}

// eventually waits until an expression is true, for two minutes at most.
func (b *tab) eventually(what, expression string) {
	b.t.Helper()
	for end := time.Now().Add(2 * time.Minute); b.value(expression) != true; {
		if time.Now().After(end) {
			b.t.Fatalf("not in time: %s; the page has %q", what, b.value("document.body.innerText"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// picture returns the page as PNG.
func (b *tab) picture() ([]byte, error) {
	b.t.Helper()
	var reply struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &reply)
	picture, err := base64.StdEncoding.DecodeString(reply.Data)
	if err == nil && len(picture) == 0 {
		err = fmt.Errorf("an empty picture")
	}
	return picture, err
}
