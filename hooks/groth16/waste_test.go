package groth16_test

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// drawVariable has the test draw a setup's secrets, for a number of constraints, and print them.
const drawVariable = "GNARK_ACCEL_DRAW_WASTE"

// TestSetupLeavesNoWaste looks for the secrets of a setup in all memory of the process, which is
// that of an emulated device, too. Another process tells what to look for, in disguise.
func TestSetupLeavesNoWaste(t *testing.T) {
	if constraints := os.Getenv(drawVariable); constraints != "" {
		printWaste(t, constraints)
	}
	if runtime.GOOS != "linux" {
		t.Skip("it reads /proc/self/mem")
	}
	e := devicetest.Open(t)
	i := scheme.Make(t, scheme.Named(t, "several commitments"))
	wanted := drawn(t, i.CCS.GetNbConstraints())
	system := rand.Reader
	defer func() { rand.Reader = system }()
	rand.Reader = new(forgetful)
	pk, _, err := accelerated.Setup(i.CCS, accelerated.WithEngine(e))
	if err != nil {
		t.Fatal(err)
	}
	if found := look(t, wanted); len(found) > 0 {
		t.Errorf("left in memory: %v", found)
	}
	runtime.KeepAlive(pk)
	planted := make([]uint64, fr.Limbs)
	for k := range planted {
		planted[k] = wanted[0].Words[k] ^ mask
	}
	if found := look(t, wanted[:1]); len(found) == 0 {
		t.Error("what is in memory is not found")
	}
	runtime.KeepAlive(planted)
}

// printWaste is the other process.
//
//go:noinline
func printWaste(t *testing.T, constraints string) {
	t.Helper()
	n, err := strconv.Atoi(constraints)
	if err != nil {
		t.Fatal(err)
	}
	rand.Reader = new(forgetful)
	if err := json.NewEncoder(os.Stdout).Encode(wasteOf(n)); err != nil {
		t.Fatal(err)
	}
	os.Exit(0)
}

// drawn has another process draw the secrets of a setup.
func drawn(t *testing.T, constraints int) (all []needle) {
	t.Helper()
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), fmt.Sprintf("%s=%d", drawVariable, constraints))
	out, err := other.Output()
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil || len(all) == 0 {
		t.Fatalf("%v: %s", err, out)
	}
	return all
}

// forgetful are bytes that begin the same every time. It keeps none of them.
type forgetful struct{ n uint64 }

func (f *forgetful) Read(p []byte) (int, error) {
	for i := range p {
		f.n++
		x := f.n * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		p[i] = byte(x >> 56)
	}
	return len(p), nil
}

// mask hides what is looked for from the one who looks.
const mask = 0xa5a5_c3c3_9696_0ff1

// emulatedThread is the size of the stack of a thread that the emulator runs. On a GPU these are
// registers, which the driver clears for the next process.
const emulatedThread = 128 << 10

// needle is a secret in one of its forms.
type needle struct {
	Name  string
	Words [fr.Limbs]uint64 // masked
}

// wasteOf draws what a setup will draw first, and returns τ, α and what gives secrets away.
//
// β, γ and δ are left out: Go moves stacks, and does not overwrite the old ones. There copies of
// those three were found.
func wasteOf(constraints int) (all []needle) {
	names := []string{"τ", "α", "β", "γ", "δ"}
	drawn := make([]fr.Element, len(names))
	for i := range drawn {
		_, _ = drawn[i].SetRandom()
	}
	n := ecc.NextPowerOfTwo(uint64(constraints))
	follows := make([]fr.Element, 4)
	follows[0].Inverse(&drawn[3])
	follows[1].Inverse(&drawn[4])
	follows[2].Exp(drawn[0], new(big.Int).SetUint64(n))
	one := fr.One()
	follows[2].Sub(&follows[2], &one)
	follows[2].Mul(&follows[2], &follows[1])
	follows[3].Square(&drawn[0])
	names = append(names, "1/γ", "1/δ", "t(τ)/δ", "τ²")
	secrets := append(drawn, follows...)
	for i := range secrets {
		if name := names[i]; name == "β" || name == "γ" || name == "δ" {
			continue
		}
		regular := secrets[i].Bits()
		for form, words := range map[string][fr.Limbs]uint64{
			"": secrets[i], " as a number": regular,
		} {
			all = append(all, needle{Name: names[i] + form})
			for k, word := range words {
				all[len(all)-1].Words[k] = word ^ mask
			}
		}
	}
	return all
}

// look returns the names of the needles that are in the process's memory.
func look(t *testing.T, needles []needle) (found []string) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	memory, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	first := map[uint64][]*needle{}
	for i := range needles {
		word := needles[i].Words[0]
		first[word] = append(first[word], &needles[i])
	}
	block := make([]byte, 1<<20)
	lines := bufio.NewScanner(strings.NewReader(string(maps)))
	for lines.Scan() {
		var from, to uint64
		var rights string
		_, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &rights)
		if err != nil || !strings.HasPrefix(rights, "rw") || to-from == emulatedThread {
			continue
		}
		for at := from; at < to; at += uint64(len(block)) - 32 {
			n, err := memory.ReadAt(block[:min(uint64(len(block)), to-at)], int64(at))
			if n == 0 && err != io.EOF {
				break // no memory behind it
			}
			for k := 0; k+32 <= n; k += 8 {
				for _, needle := range first[binary.LittleEndian.Uint64(block[k:])^mask] {
					if needle.at(block[k:]) {
						found = append(found, fmt.Sprintf("%s at %x of %s", needle.Name,
							at+uint64(k), lines.Text()))
					}
				}
			}
		}
	}
	clear(block)
	return found
}

func (n *needle) at(memory []byte) bool {
	for k, word := range n.Words {
		if binary.LittleEndian.Uint64(memory[8*k:])^mask != word {
			return false
		}
	}
	return true
}
