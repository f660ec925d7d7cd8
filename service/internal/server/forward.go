package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"time"
)

// forward copies lines of NATS's protocol, with their messages, for which it pays first.
func forward(from *bufio.Reader, to net.Conn, pay func(size int, line []byte) error) error {
	buffered := bufio.NewWriterSize(to, bufferSize)
	for {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := sizeOf(line)
		if err == nil {
			err = pay(size, line)
		}
		if err != nil {
			return err
		}
		buffered.Write(line)        // its error is that of the next Flush, too
		if from.Buffered() < size { // earlier lines do not wait for a message's end
			buffered.Flush()
		}
		_, err = io.CopyN(buffered, from, int64(size))
		if err == nil && from.Buffered() == 0 {
			err = buffered.Flush()
		}
		if err != nil {
			return err
		}
	}
}

// sizeOf returns the length of a line's message, with its line's end, or 0.
func sizeOf(line []byte) (int, error) {
	word, arguments, _ := bytes.Cut(bytes.ReplaceAll(line, []byte("\t"), []byte(" ")), []byte(" "))
	switch string(bytes.ToUpper(word)) {
	case "PUB", "HPUB", "MSG", "HMSG":
	default:
		return 0, nil
	}
	fields := bytes.Fields(arguments)
	if len(fields) == 0 {
		return 0, errors.New("no length of a message")
	}
	size, err := strconv.ParseUint(string(fields[len(fields)-1]), 10, 31)
	return int(size) + len("\r\n"), err
}

// The costs of operations, in units of a tenant's budget.
const (
	delivered = 1   // a message to one of its clients
	sent      = 4   // a line, or a message, from one of them
	asked     = 40  // a question to JetStream's API, whose queue all tenants share
	connected = 200 // the server hashes a token for each connection

	perBytes    = 32 << 10 // that cost one unit
	perQuestion = 1 << 10  // bytes of a question, of which the queue keeps copies
	perSecond   = 20000    // the budget of a share; a job takes about a dozen operations
)

// asks waits until the tenant may send a line. Size is that of the message after it, in bytes.
func (t *tenant) asks(ctx context.Context, size int, line []byte) error {
	cost := sent + size/perBytes
	if bytes.Contains(line, []byte("$JS.API.")) {
		cost += asked + size/perQuestion
	}
	return t.budget.WaitN(ctx, min(cost, t.budget.Burst()))
}

// delivers counts messages to the tenant's clients, for which the tenant's next question waits.
func (t *tenant) delivers(size int, _ []byte) error {
	t.budget.ReserveN(time.Now(), min(delivered+size/perBytes, t.budget.Burst()))
	return nil
}
