package api

import (
	_ "embed"
	"net/http"
)

//go:embed page.html
var pageHTML []byte

// page shows the queue, the workers and the last jobs, and opens jobs. It asks for the token.
func page(w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+
		"script-src 'unsafe-inline'; connect-src 'self'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	w.Write(pageHTML)
}
