package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
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
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	token, trusted := string(read(filepath.Join(data, "token"))), x509.NewCertPool()
	trusted.AppendCertsFromPEM(read(certificate))
	full := filepath.Join(data, "example.witness")

	trusting, plain := &tls.Config{RootCAs: trusted}, strings.Replace(s.http, "https", "http", 1)
	for name, c := range map[string]struct {
		url, token string
		config     *tls.Config
		status     int // 0 where no request is sent
	}{
		"with the token":         {s.http, token, trusting, 200},
		"with another token":     {s.http, token + "x", trusting, 401},
		"an unknown certificate": {s.http, token, nil, 0},
		"without TLS":            {plain, token, trusting, 400},
	} {
		request, err := http.NewRequestWithContext(t.Context(), "POST",
			c.url+"/v1/jobs?circuit=example&wait=1m", bytes.NewReader(read(full)))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+c.token)
		client, status := http.Client{Transport: &http.Transport{TLSClientConfig: c.config}}, 0
		reply, err := client.Do(request)
		if err == nil {
			status = reply.StatusCode
			reply.Body.Close()
		}
		if status != c.status {
			t.Errorf("HTTP, %s: %d, %v", name, status, err)
		}
	}

	for name, c := range map[string]struct{ user, trusted, says string }{
		"with the token":         {"default:" + token + "@", certificate, ""},
		"with another token":     {"default:x" + token + "@", certificate, "Authorization"},
		"with another name":      {"a:" + token + "@", certificate, "Authorization"},
		"with no token":          {"", certificate, "Authorization"},
		"an unknown certificate": {"default:" + token + "@", "", "certificate"},
	} {
		_, err := commanded(t, "submit", "-nats", strings.Replace(s.nats, "://", "://"+c.user, 1),
			"-key", filepath.Join(data, "service.key"), "-tls-ca", c.trusted,
			"-circuit", "example", "-job-key", "NATS", full)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("NATS, %s: %v", name, err)
		}
	}
}
