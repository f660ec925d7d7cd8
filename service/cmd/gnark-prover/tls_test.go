package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// certify writes the certificate that Go's tests have for this machine, and its key.
func certify(t *testing.T, folder string) (certificate, key string) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pair := server.TLS.Certificates[0]
	secret, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(folder, name)
		text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	certificate = write("cert.pem", "CERTIFICATE", pair.Certificate[0])
	return certificate, write("key.pem", "PRIVATE KEY", secret)
}

// TestTLS serves with a certificate. It takes jobs of whoever trusts that and has the tenant's
// token, over HTTP and over NATS, and of nobody else.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	certificate, key := certify(t, folder)
	data := filepath.Join(folder, "data")
	s := serveAt(t, data, anyPort, "-example", "-tls-cert", certificate, "-tls-key", key)
	defer s.stop()
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Run("HTTP", func(t *testing.T) { overHTTPS(t, s.http, data, certificate, string(token)) })
	t.Run("NATS", func(t *testing.T) { overNATS(t, s.nats, data, certificate, string(token)) })
}

func overHTTPS(t *testing.T, url, data, certificate, token string) {
	trusted := x509.NewCertPool()
	text, err := os.ReadFile(certificate)
	if err != nil || !trusted.AppendCertsFromPEM(text) {
		t.Fatal("the certificate cannot be read", err)
	}
	trusting := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted},
	}}
	full, err := os.ReadFile(filepath.Join(data, "example.witness"))
	if err != nil {
		t.Fatal(err)
	}
	submit := func(client *http.Client, url, token string) (int, string, error) {
		request, err := http.NewRequestWithContext(t.Context(), "POST",
			url+"/v1/jobs?circuit=example&wait=1m", bytes.NewReader(full))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		reply, err := client.Do(request)
		if err != nil {
			return 0, "", err
		}
		defer reply.Body.Close()
		body, err := io.ReadAll(reply.Body)
		return reply.StatusCode, string(body), err
	}
	status, body, err := submit(trusting, url, token)
	if err != nil || status != 200 || !strings.Contains(body, `"state":"done"`) {
		t.Errorf("with the token: %d, %s, %v", status, body, err)
	}
	if status, body, err = submit(trusting, url, token+"x"); err != nil || status != 401 {
		t.Errorf("with another token: %d, %s, %v", status, body, err)
	}
	if _, _, err = submit(http.DefaultClient, url, token); err == nil {
		t.Error("an unknown certificate is trusted")
	}
	plain := strings.Replace(url, "https", "http", 1)
	if status, body, err = submit(trusting, plain, token); err == nil && status != 400 {
		t.Errorf("without TLS: %d, %s", status, body)
	}
}

func overNATS(t *testing.T, url, data, certificate, token string) {
	submit := func(user string, flags ...string) error {
		at := strings.Replace(url, "://", "://"+user, 1)
		var out, errOut bytes.Buffer
		return run(t.Context(), append(append([]string{
			"submit", "-nats", at, "-key", filepath.Join(data, "service.key"),
			"-circuit", "example", "-job-key", "NATS"}, flags...),
			filepath.Join(data, "example.witness")), &out, &errOut)
	}
	trusted := []string{"-tls-ca", certificate}
	if err := submit("default:"+token+"@", trusted...); err != nil {
		t.Errorf("with the token: %v", err)
	}
	for name, user := range map[string]string{
		"another token": "default:x" + token + "@",
		"another name":  "a:" + token + "@",
		"no token":      "",
	} {
		err := submit(user, trusted...)
		if err == nil || !strings.Contains(err.Error(), "Authorization") {
			t.Errorf("with %s: %v", name, err)
		}
	}
	if err := submit("default:" + token + "@"); err == nil {
		t.Error("an unknown certificate is trusted")
	}
}
