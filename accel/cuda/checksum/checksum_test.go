package checksum

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"
)

// lengths are around those of rows and of chunks.
var lengths = []int{0, 16, 32, rowBytes - 16, rowBytes, rowBytes + 16, 3 * rowBytes,
	63*rowBytes + 48, 64 * rowBytes, 200*rowBytes + 4080}

func content(n int, seed uint64) []byte {
	b, source := make([]byte, n), rand.New(rand.NewPCG(seed, 0))
	for i := 0; i+8 <= n; i += 8 {
		binary.LittleEndian.PutUint64(b[i:], source.Uint64())
	}
	return b
}

// slow is the checksum by its definition.
func slow(k *Key, b []byte) Sum {
	p, sum := big.NewInt(prime), new(big.Int)
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	for at := 0; at < len(b); at += 8 {
		i := uint64(at%rowBytes) / 4
		x := big.NewInt(int64(word(at) + uint32(k.word(i))))
		x.Mul(x, big.NewInt(int64(word(at+4)+uint32(k.word(i+1)))))
		row := new(big.Int).Exp(new(big.Int).SetUint64(k.Point), big.NewInt(int64(at/rowBytes)), p)
		sum.Add(sum, x.Mul(x, row))
	}
	return Sum(sum.Mod(sum, p).Uint64())
}

func TestChecksumByDefinition(t *testing.T) {
	for _, k := range []*Key{NewKey(), newKey(0, 0), newKey(1, 1), newKey(^uint64(0), prime-1)} {
		for _, n := range lengths[:9] {
			for name, b := range map[string][]byte{
				"zeros": make([]byte, n), "ones": ones(n), "random": content(n, 1),
			} {
				if got, want := k.Of(b), slow(k, b); got != want {
					t.Errorf("%d bytes, %s: got %x, expected %x", n, name, got, want)
				}
			}
		}
	}
}

func ones(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = 0xff
	}
	return b
}

// TestEachBitCounts flips bits, exchanges rows and words, and expects another checksum.
func TestEachBitCounts(t *testing.T) {
	k, b := NewKey(), content(3*rowBytes+32, 2)
	before := k.Of(b)
	for range 2000 {
		i := rand.IntN(8 * len(b))
		b[i/8] ^= 1 << (i % 8)
		if k.Of(b) == before {
			t.Fatalf("bit %d has no part in the checksum", i)
		}
		b[i/8] ^= 1 << (i % 8)
	}
	for _, n := range []int{4, 8, 16, rowBytes} {
		other := append([]byte{}, b...)
		copy(other, b[n:2*n])
		copy(other[n:], b[:n])
		if k.Of(other) == before {
			t.Errorf("the order of pieces of %d bytes has no part in the checksum", n)
		}
	}
	if NewKey().Of(b) == before {
		t.Error("two keys give one checksum")
	}
}

func BenchmarkOf(b *testing.B) {
	k, memory := NewKey(), content(64<<20, 3)
	b.SetBytes(int64(len(memory)))
	for b.Loop() {
		k.Of(memory)
	}
}

func BenchmarkOfOneProcessor(b *testing.B) {
	k, memory := NewKey(), content(64<<20, 3)
	b.SetBytes(int64(len(memory)))
	for b.Loop() {
		k.rows(memory)
	}
}
