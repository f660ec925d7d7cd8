package solve

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// fileHead begins the file of a system, in gnark's form since v0.10. Its numbers are little-endian.
// The parts with these lengths follow, and the coefficients.
type fileHead struct {
	Bytes                                uint64 // from Levels on
	Major, Minor, Patch                  uint64 // of gnark
	Levels, Instructions, CallData, Body uint64 // bytes
}

const (
	lengthsAt   = 4 * 8 // in the head
	callDataAt  = 6 * 8
	headBytes   = 8 * 8
	lengthBytes = headBytes - lengthsAt
	countBytes  = 8  // of the call data's number, before them
	lastMinor   = 16 // of the versions whose form is known
)

// known says whether a version of gnark wrote the file whose form is known.
func (h *fileHead) known() bool { return h.Major == 0 && h.Minor >= 10 && h.Minor <= lastMinor }

// whole says whether the parts lie in the file, and the number of call data in theirs.
func (h *fileHead) whole() bool {
	rest := h.Bytes
	for _, n := range []uint64{lengthBytes, h.Levels, h.Instructions, h.CallData, h.Body} {
		if n > rest {
			return false
		}
		rest -= n
	}
	return h.CallData >= countBytes
}

// readFile reads a system's file, as gnark does. But all processors decode the call data, which
// take one most of gnark's time. gnark reads the file without them.
func readFile(
	ccs constraint.ConstraintSystem, sys *constraint.System, from io.Reader,
) (int64, error) {
	head := make([]byte, headBytes)
	n, err := io.ReadFull(from, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	var h fileHead
	_, _ = binary.Decode(head, binary.LittleEndian, &h)
	left, err := prepared.Left(from)
	if err != nil {
		return 0, err
	}
	known := n == headBytes && left > 0 && h.known()
	if known && h.Bytes > uint64(left)+lengthBytes {
		return 0, io.ErrUnexpectedEOF // gnark allocates all bytes first
	}
	if !known || !h.whole() {
		return ccs.ReadFrom(io.MultiReader(bytes.NewReader(head[:n]), from))
	}
	parts := make([]byte, h.Bytes-lengthBytes)
	if _, err := io.ReadFull(from, parts); err != nil {
		return 0, err
	}
	begin := h.Levels + h.Instructions
	end := begin + h.CallData

	var (
		callData []uint32
		decoding parallel.Tasks
	)
	decoding.Go(func() (err error) {
		callData, err = decodeNumbers(parts[begin:end])
		return err
	})
	binary.LittleEndian.PutUint64(head, h.Bytes-h.CallData+countBytes)
	binary.LittleEndian.PutUint64(head[callDataAt:], countBytes)
	_, err = ccs.ReadFrom(io.MultiReader(bytes.NewReader(head), bytes.NewReader(parts[:begin]),
		bytes.NewReader(make([]byte, countBytes)), bytes.NewReader(parts[end:])))
	if err = cmp.Or(decoding.Wait(), err); err != nil {
		return 0, err
	}
	sys.CallData = callData
	return lengthsAt + int64(h.Bytes), nil
}

var errCallData = errors.New("invalid calldata")

// decodeNumbers decodes a number and as many others, as varints. The last byte of each is the first
// one below 128: so bytes are cut behind such ones, and it is known where a chunk's numbers belong.
func decodeNumbers(data []byte) ([]uint32, error) {
	n := binary.LittleEndian.Uint64(data)
	chunks := cut(data[countBytes:])
	ends := make([]int, len(chunks)) // numbers up to the end of each chunk
	parallel.EachChunk(len(chunks), 1, func(i, _, _ int) {
		ends[i] = countEnds(chunks[i])
	})
	all := 0
	for i := range ends {
		all += ends[i]
		ends[i] = all
	}
	if n > uint64(all) {
		return nil, errCallData
	}
	numbers, begin := raw.Huge(make([]uint32, n)), 0
	var decoding parallel.Tasks
	for i, chunk := range chunks {
		end := min(ends[i], len(numbers))
		into := numbers[begin:end]
		begin = end
		decoding.Go(func() error { return decodeChunk(into, chunk) })
	}
	return numbers, decoding.Wait()
}

// cut cuts varints into chunks, one for each processor.
func cut(data []byte) (chunks [][]byte) {
	length := parallel.ChunkLength(len(data))
	for len(data) > 0 {
		n := min(length, len(data))
		for n < len(data) && data[n-1] >= 128 {
			n++
		}
		chunks, data = append(chunks, data[:n]), data[n:]
	}
	return chunks
}

// countEnds counts the bytes below 128: each ends a varint.
func countEnds(data []byte) (n int) {
	const topBits = 0x8080808080808080
	for ; len(data) >= 8; data = data[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(data) & topBits)
	}
	for _, b := range data {
		n += int(b>>7 ^ 1)
	}
	return n
}

func decodeChunk(into []uint32, data []byte) error {
	for i := range into {
		number, n := binary.Uvarint(data[:min(len(data), binary.MaxVarintLen64)])
		if n <= 0 {
			return errCallData
		}
		into[i], data = uint32(number), data[n:]
	}
	return nil
}
