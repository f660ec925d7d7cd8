package api

import "io"

const (
	// firstRead is the length of the first buffer for a body, in bytes.
	firstRead = 64 << 10
	// trusted bounds the length that is allocated because a header says so.
	trusted = 16 << 20
)

// readSecret reads a body of a length that its header says, or of an unknown one for -1. Buffers
// that it has outgrown are cleared. The caller clears what it returns, after an error too.
func readSecret(body io.Reader, length int64) ([]byte, error) {
	content := make([]byte, 0, max(firstRead, min(length+1, trusted)))
	for {
		if len(content) == cap(content) {
			larger := make([]byte, len(content), 2*cap(content))
			copy(larger, content)
			clear(content)
			content = larger
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
