//go:build cuda && linux && (amd64 || arm64)

package device

import (
	"errors"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels/bn254"
)

// TestImages: machine code for devices like this one comes first, and the fatbin where there is
// none, or where the driver refuses it.
func TestImages(t *testing.T) {
	fatbin, err := bn254.Image(0)
	cudatest.Must(t, err)
	for name, test := range map[string]struct {
		alone, fatbin []byte
		err           error
		asked         int
		works         bool
	}{
		"machine code": {alone: fatbin, asked: 1, works: true},
		"none":         {fatbin: fatbin, asked: 2, works: true},
		"refused":      {alone: []byte("no image"), fatbin: fatbin, asked: 2, works: true},
		"both refused": {alone: []byte("no image"), fatbin: []byte("none"), asked: 2},
		"unreadable":   {err: errors.ErrUnsupported, asked: 1},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Open(cudatest.Library(t), 0, 0)
			cudatest.Must(t, err)
			defer func() { cudatest.Must(t, d.Close()) }()
			var asked []int
			images := func(major int) ([]byte, error) {
				asked = append(asked, major)
				if major == 0 {
					return test.fatbin, test.err
				}
				return test.alone, test.err
			}
			_, err = d.Load(KernelSet{
				Prefix: "bn254_fr", Images: images, Names: []string{"add"},
			})
			want := []int{d.Context.Info().Major, 0}[:test.asked]
			if !slices.Equal(asked, want) || (err == nil) != test.works {
				t.Errorf("asked for %d, not %d; %v", asked, want, err)
			}
		})
	}
}

// TestImagesOfCards: generations that nvcc 11.8 does not know have machine code of their own.
func TestImagesOfCards(t *testing.T) {
	cudatest.Library(t) // builds without kernels have no device either
	for major, want := range map[int]bool{7: false, 8: false, 10: true, 12: true, 13: false} {
		image, err := bn254.Image(major)
		if err != nil || (image != nil) != want {
			t.Errorf("compute capability %d: %d bytes, %v", major, len(image), err)
		}
	}
}
