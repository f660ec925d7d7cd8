package prepared

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"runtime"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Digest is the SHA-256 digest of the digests of blocks. All processors compute these.
type Digest [sha256.Size]byte

// blockBytes is the size of all blocks of a vector but the last.
const blockBytes = 1 << 20

// digester computes the digest of blocks while it goes on to the next ones.
type digester struct {
	tasks parallel.Tasks
	sums  []*Digest
}

func newDigester() *digester {
	d := new(digester)
	d.tasks.SetLimit(runtime.GOMAXPROCS(0))
	return d
}

// block has another goroutine compute the digest of the next block.
func (d *digester) block(digest func() (Digest, error)) {
	sum := new(Digest)
	d.sums = append(d.sums, sum)
	d.tasks.Go(func() (err error) {
		*sum, err = digest()
		return err
	})
}

func (d *digester) digest() (Digest, error) {
	err := d.tasks.Wait()
	h := sha256.New()
	for _, sum := range d.sums {
		h.Write(sum[:])
	}
	return Digest(h.Sum(nil)), err
}

// inBlocks calls f for the blocks of vectors, by their places in a file. Then it takes the sum of
// each. It returns the digest of the sums.
func inBlocks(
	vectors [][]byte, sum func(block []byte) Digest, f func(block []byte, at int64) error,
) (Digest, error) {
	d, at := newDigester(), int64(0)
	for _, v := range vectors {
		for len(v) > 0 {
			b, place := v[:min(blockBytes, len(v))], at
			v, at = v[len(b):], at+int64(len(b))
			d.block(func() (Digest, error) {
				err := f(b, place)
				return sum(b), err
			})
		}
	}
	return d.digest()
}

func sha(block []byte) Digest { return sha256.Sum256(block) }

// check is the CRC-32 of a block, with polynomial IEEE: it detects damage. Processors take it at
// ten times the speed of SHA-256.
func check(block []byte) (sum Digest) {
	binary.LittleEndian.PutUint32(sum[:], crc32.ChecksumIEEE(block))
	return sum
}

// Of returns the digest of the exported fields of values. They are given by pointers and have no
// maps.
func Of(values ...any) (Digest, error) {
	e := encoder{exported: true}
	for _, v := range values {
		if err := e.encode(v); err != nil {
			return Digest{}, err
		}
	}
	return inBlocks(append(e.vectors, e.small), sha, func([]byte, int64) error { return nil })
}
