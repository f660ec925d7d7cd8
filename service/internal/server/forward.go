package server

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"strconv"
)

// errLength: a line does not say how long its message is.
var errLength = errors.New("no length of a message")

// forward copies lines of NATS's protocol, and the messages after some of them. It ends when one
// side does. It pays for each line before it is sent.
func forward(from *bufio.Reader, to net.Conn, pay func(size int, line []byte) error) error {
	buffered := bufio.NewWriterSize(to, bufferSize)
	for {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := sizeOf(line)
		if err != nil {
			return err
		}
		if err := pay(size, line); err != nil {
			return err
		}
		if _, err := buffered.Write(line); err != nil {
			return err
		}
		if from.Buffered() < size { // earlier lines do not wait for a message's end
			if err := buffered.Flush(); err != nil {
				return err
			}
		}
		if _, err := io.CopyN(buffered, from, int64(size)); err != nil {
			return err
		}
		if from.Buffered() == 0 {
			if err := buffered.Flush(); err != nil {
				return err
			}
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
		return 0, errLength
	}
	size, err := strconv.ParseUint(string(fields[len(fields)-1]), 10, 31)
	return int(size) + len("\r\n"), err
}
