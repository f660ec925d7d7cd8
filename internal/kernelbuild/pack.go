package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"

	"github.com/klauspost/compress/zstd"
)

func committed(curve, file string) ([]byte, error) {
	blob, err := os.ReadFile(blobPath(curve, file))
	if err != nil {
		return nil, err
	}
	return unpack(blob)
}

// pack compresses a file with the program zstd. At level 19 its output is a sixth smaller than that
// of Go's packages.
func pack(content []byte) ([]byte, error) {
	command := exec.Command("zstd", "-19", "-c", fmt.Sprintf("--stream-size=%d", len(content)))
	command.Stdin = bytes.NewReader(content)
	blob, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("zstd (on Debian: apt-get install zstd): %w", err)
	}
	return blob, nil
}

func unpack(blob []byte) ([]byte, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	return decoder.DecodeAll(blob, nil)
}
