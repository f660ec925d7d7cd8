package api

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// chromium is a browser without a screen, which the test commands through two pipes: with messages
// of the DevTools protocol, each before a zero.
type chromium struct {
	*testing.T
	process *exec.Cmd
	to      *os.File
	from    *bufio.Reader

	mutex   sync.Mutex // of a call
	calls   int
	session string // of the page
}

// browse opens a page in a browser, until the context ends.
func browse(ctx context.Context, t *testing.T, program, url string) *chromium {
	t.Helper()
	read, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &chromium{T: t, to: to, from: bufio.NewReader(from)}
	c.process = exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu",
		"--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "about:blank")
	c.process.Stderr, c.process.ExtraFiles = t.Output(), []*os.File{read, write} // 3 and 4
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
	read.Close()
	write.Close()
	t.Cleanup(func() { to.Close(); from.Close() })

	var all struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	c.call("Target.getTargets", nil, &all)
	for _, target := range all.TargetInfos {
		if target.Type == "page" {
			var attached struct{ SessionID string }
			c.call("Target.attachToTarget",
				map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
			c.session = attached.SessionID
		}
	}
	c.call("Page.navigate", map[string]any{"url": url}, nil)
	return c
}

// call has the browser do something, and reads its result.
func (c *chromium) call(method string, parameters map[string]any, result any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.calls++
	question := map[string]any{"id": c.calls, "method": method, "params": parameters}
	if c.session != "" {
		question["sessionId"] = c.session
	}
	text, err := json.Marshal(question)
	if err == nil {
		_, err = c.to.Write(append(text, 0))
	}
	for err == nil {
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  struct{ Message string }
		}
		if text, err = c.from.ReadBytes(0); err != nil {
			break
		}
		if err = json.Unmarshal(text[:len(text)-1], &answer); err != nil || answer.ID != c.calls {
			continue // another's news
		}
		if answer.Error.Message != "" {
			c.Errorf("%s: %s", method, answer.Error.Message)
		} else if result != nil {
			err = json.Unmarshal(answer.Result, result)
		}
		break
	}
	if err != nil {
		c.Errorf("%s: %v", method, err)
	}
}

// picture writes a picture of the page into a folder. Without a folder it only takes it.
func (c *chromium) picture(folder, name string, width int) {
	c.call("Emulation.setDeviceMetricsOverride", map[string]any{
		"width": width, "height": 830, "deviceScaleFactor": 1, "mobile": false}, nil)
	var taken struct{ Data []byte } // which is written in base 64
	c.call("Page.captureScreenshot", nil, &taken)
	if len(taken.Data) < 1000 {
		c.Errorf("the picture of %s has %d bytes", name, len(taken.Data))
	}
	if folder == "" {
		return
	}
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), taken.Data, 0o600)
	}
	if err != nil {
		c.Error(err)
	}
}
