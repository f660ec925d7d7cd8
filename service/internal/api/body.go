package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/server"
)

const witnessFlag, circuitFlag = "-witness-limit", "-circuit-limit"

func fits(length int64, flag string, limit int64) error {
	if length > limit {
		return fmt.Errorf("%w: %d bytes or more, and %s is %d", errTooLarge, length, flag, limit)
	}
	return nil
}

// stall is how long the next bytes of a body may take. Tests set it.
var stall = 10 * time.Second

// boundBody has a body fail with errStalled where it stalls, also if the server itself reads it.
func boundBody(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	b := &boundedBody{r.Body, http.NewResponseController(w)}
	b.connection.SetReadDeadline(time.Now().Add(stall))
	r.Body = b
}

type boundedBody struct {
	io.ReadCloser
	connection *http.ResponseController
}

// Read implements io.Reader. After a body the server watches the connection, which may be quiet.
func (b *boundedBody) Read(to []byte) (int, error) {
	b.connection.SetReadDeadline(time.Now().Add(stall))
	n, err := b.ReadCloser.Read(to)
	switch {
	case err == io.EOF:
		b.connection.SetReadDeadline(time.Time{})
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("%w: no byte within %s", errStalled, stall)
	}
	return n, err
}

// whileRoom stores something, and gives up once the disk is full: NATS does not answer then.
func (h *handler) whileRoom(ctx context.Context, store func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go interrupt.Every(ctx, 250*time.Millisecond, func() {
		if err := h.Room(0); err != nil {
			cancel(err)
		}
	})
	err := store(ctx)
	if full := context.Cause(ctx); err != nil && errors.Is(full, server.ErrFull) {
		return full
	}
	return err
}

const trusted = 16 << 20 // bytes that are allocated before as many have come

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
