package accel

import "github.com/gnark-accel/gnark-accel/accel/internal/dispatch"

// Statistics counts what an engine has done since it was opened.
type Statistics = dispatch.Statistics
