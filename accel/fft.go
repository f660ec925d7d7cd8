package accel

import "github.com/gnark-accel/gnark-accel/internal/engine"

// FFTOption is an option of the transforms in accel/<curve>.
type FFTOption = engine.FFTOption

// OnCoset makes a transform's values those on the domain's coset, as fft.OnCoset of gnark-crypto
// does.
func OnCoset() FFTOption { return engine.OnCoset() }
