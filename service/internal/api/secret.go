package api

import (
	"io"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

const (
	// firstRead is the length of the first buffer for a body, in bytes.
	firstRead = 64 << 10
	// trusted bounds the length that is allocated because a header says so.
	trusted = 16 << 20
)

// readSecret reads a body of about a length, or of an unknown one for -1. The caller gives what it
// returns back by [secrets.Return], after an error too.
func readSecret(body io.Reader, length int64) ([]byte, error) {
	content := secrets.Lend(int(max(firstRead, min(length+1, trusted))))[:0]
	for {
		if len(content) == cap(content) {
			larger := secrets.Lend(grown(cap(content), length))
			n := copy(larger, content)
			secrets.Return(content)
			content = larger[:n]
		}
		n, err := body.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if err == io.EOF {
			return content, nil
		}
		if err != nil {
			return content, err
		}
	}
}

// grown is the length of the buffer after one that is full: twice as long, or as the body is to be.
func grown(full int, length int64) int {
	if length >= int64(full) {
		return int(min(length+1, 2*int64(full)))
	}
	return 2 * full
}
