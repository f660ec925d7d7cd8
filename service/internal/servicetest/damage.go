package servicetest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// damagedVariable says how many damaged files tests send, in place of a few.
const damagedVariable = "GNARK_PROVER_DAMAGED_FILES"

// DamagedFiles is how many damaged files a test is to send.
func DamagedFiles(t testing.TB) int {
	t.Helper()
	text := os.Getenv(damagedVariable)
	if text == "" {
		return 50
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Damage changes some bytes: one anywhere, a number in a head, or the end.
func Damage(random *rand.Rand, whole []byte) []byte {
	content := bytes.Clone(whole)
	at := random.IntN(len(content))
	switch random.IntN(6) {
	case 0: // a huge number, as heads have them
		var number [8]byte
		binary.LittleEndian.PutUint64(number[:], 1<<(30+random.IntN(30)))
		if random.IntN(2) == 0 {
			binary.BigEndian.PutUint64(number[:], 1<<(30+random.IntN(30)))
		}
		copy(content[min(at, 200)&^7:], number[:])
	case 1:
		content = content[:at]
	case 2: // another number of 32 bits
		binary.BigEndian.PutUint32(append(content[at:], 0, 0, 0, 0), random.Uint32())
	default:
		content[at] = byte(random.IntN(256))
	}
	return content
}
