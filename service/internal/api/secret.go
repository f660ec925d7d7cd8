package api

import (
	"io"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// trusted bounds the length that is allocated before as many bytes have come.
const trusted = 16 << 20

// readSecret reads a body of a length, or of fewer bytes or one more. The caller returns the buffer
// by [secrets.Return], after an error too.
func readSecret(body io.Reader, length int64) ([]byte, error) {
	content := secrets.Lend(int(min(length+1, trusted)))
	for n := 0; ; {
		read, err := io.ReadFull(body, content[n:])
		n += read
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return content[:n], nil
		}
		if err != nil || int64(n) > length {
			return content[:n], err
		}
		larger := secrets.Lend(int(min(length+1, 2*int64(n))))
		copy(larger, content)
		secrets.Return(content)
		content = larger
	}
}
