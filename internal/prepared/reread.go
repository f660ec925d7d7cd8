package prepared

import (
	"crypto/sha256"
	"errors"
	"io"
	"runtime"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// reread reads a file in blocks whose digests were taken before, and compares these. Processors
// read and digest the next blocks while one is used.
type reread struct {
	from    file
	start   int64
	next    int64 // the first byte that no block has yet
	end     int64
	sums    []*Digest // of all blocks
	ahead   []*block  // those to come
	now     []byte    // the rest of the last one
	spare   [][]byte  // memory of blocks
	changed bool
}

type block struct {
	task    parallel.Tasks
	bytes   []byte
	changed bool
}

const maxAhead = 16 // blocks

func (r *reread) left() int {
	n := int(r.end-r.next) + len(r.now)
	for _, b := range r.ahead {
		n += len(b.bytes)
	}
	return n
}

// Read implements io.Reader.
func (r *reread) Read(to []byte) (int, error) {
	if len(r.now) == 0 {
		if err := r.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(to, r.now)
	r.now = r.now[n:]
	return n, nil
}

// advance takes the next block. The memory of the one before is free.
func (r *reread) advance() error {
	for r.next < r.end && len(r.ahead) < min(runtime.GOMAXPROCS(0), maxAhead) {
		r.begin()
	}
	if len(r.ahead) == 0 {
		return io.EOF
	}
	b := r.ahead[0]
	err := b.task.Wait()
	if r.changed = r.changed || b.changed || err != nil; err != nil {
		return err
	}
	r.ahead, r.now, r.spare = r.ahead[1:], b.bytes, append(r.spare, b.bytes[:cap(b.bytes)])
	return nil
}

// begin has a processor read the next block.
func (r *reread) begin() {
	if len(r.spare) == 0 {
		r.spare = append(r.spare, make([]byte, min(blockBytes, r.end-r.start)))
	}
	last, at := len(r.spare)-1, r.next
	b := &block{bytes: r.spare[last][:min(blockBytes, r.end-at)]}
	sum := r.sums[(at-r.start)/blockBytes]
	r.spare, r.ahead, r.next = r.spare[:last], append(r.ahead, b), at+int64(len(b.bytes))
	b.task.Go(func() error {
		err := readAt(r.from, b.bytes, at)
		b.changed = sha256.Sum256(b.bytes) != *sum
		return err
	})
}

// awaitAhead waits until no processor reads the file.
func (r *reread) awaitAhead() {
	for _, b := range r.ahead {
		_ = b.task.Wait() // of a block that nobody uses
	}
}

// readAt fills a block, which may be the last one of a file.
func readAt(from io.ReaderAt, block []byte, at int64) error {
	n, err := from.ReadAt(block, at)
	switch {
	case n == len(block):
		return nil
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}
