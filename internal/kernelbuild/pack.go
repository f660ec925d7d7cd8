package main

import (
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// committedFatbin reads and unpacks the blob of a curve.
func committedFatbin(root, curve string) ([]byte, error) {
	blob, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(blobPath(curve))))
	if err != nil {
		return nil, err
	}
	return unpack(blob)
}

// pack compresses a fatbin. Level and concurrency are fixed, so that one release of the compressor
// gives one output.
func pack(fatbin []byte) ([]byte, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return encoder.EncodeAll(fatbin, nil), encoder.Close()
}

func unpack(blob []byte) ([]byte, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	return decoder.DecodeAll(blob, nil)
}
