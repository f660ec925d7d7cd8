package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
)

const anyPort = "127.0.0.1:0"

// commanded runs a command line, and returns its output.
func commanded(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	var out, errOut bytes.Buffer
	err := run(t.Context(), arguments, &out, &errOut)
	return out.String(), err
}

// TestWrongEnds expects the URL that was tried and a remedy, and never a token.
func TestWrongEnds(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	defer serveAt(t, data, anyPort).stop()
	nats, _, err := folder.Announced(data)
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(nats, "nats://")
	key := filepath.Join(data, folder.KeyFile)
	const token = "SECRETTOKEN"
	for _, c := range []struct {
		line string
		says []string
	}{
		{"status -folder " + t.TempDir(),
			[]string{folder.ErrNoService.Error(), "-folder", "-nats"}},
		{"status -folder " + data + " -tenant nosuch", []string{"nosuch", folder.DefaultTenant}},
		{"status -folder " + data + " -job nosuch", []string{"no such job"}},
		{"key -folder " + data + " -tenant nosuch x.key", []string{"nosuch", folder.DefaultTenant}},
		{"key -key " + key + " -tenant nosuch x.key", []string{"nosuch", folder.DefaultTenant}},
		{"status -nats " + nats + " -key " + key, []string{nats, "-folder", "token"}},
		{"status -nats nats://default:" + token + "@" + host + " -key " + key,
			[]string{"nats://default:xxxxx@" + host, "-folder", "token"}},
		{"status -nats nats://default:" + token + "@127.0.0.1:1 -key " + key,
			[]string{"127.0.0.1:1", "gnark-prover serve"}},
		{"status -nats " + nats, []string{"-key is missing"}},
		{"status -nats default:" + token + "@" + host + " -key " + key,
			[]string{"-nats is no URL"}},
	} {
		_, err := commanded(t, strings.Fields(c.line)...)
		if err == nil {
			t.Errorf("%s: no error", c.line)
			continue
		}
		for _, part := range c.says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q lacks %q", c.line, err, part)
			}
		}
		if strings.Contains(err.Error(), token) {
			t.Errorf("%s: %q has the token", c.line, err)
		}
	}
}

// TestOneServe refuses a second service on a folder, until the first has ended.
func TestOneServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	first := serveAt(t, data, anyPort)
	_, err := commanded(t, "serve", "-folder", data, "-listen", anyPort, "-http", anyPort,
		"-metrics", "")
	if !errors.Is(err, folder.ErrLocked) {
		t.Errorf("a second service: %v", err)
	}
	first.stop()
	serveAt(t, data, anyPort).stop()
}

// TestEnvironment has a client's variables in the environment of serve, which are not its own.
func TestEnvironment(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	t.Setenv("GNARK_PROVER_NATS", "nats://default:SECRETTOKEN@10.0.0.1:4222")
	t.Setenv("GNARK_PROVER_KEY", "service.key")
	t.Setenv("GNARK_PROVER_FOLDER", data)
	defer serveAt(t, data, anyPort).stop()
	t.Setenv("GNARK_PROVER_NATS", "")
	t.Setenv("GNARK_PROVER_KEY", "")
	if printed, err := commanded(t, "status"); err != nil {
		t.Error(printed, err)
	}
}

// TestExampleAgain offers the example of the first start at the second one.
func TestExampleAgain(t *testing.T) {
	needCurl(t)
	data := filepath.Join(t.TempDir(), "data")
	for range 2 {
		s := serveAt(t, data, anyPort, "-example")
		isDone(t, shell(t, data, s.curl))
		s.stop()
	}
}
