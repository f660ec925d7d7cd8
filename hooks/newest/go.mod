module github.com/gnark-accel/gnark-accel/hooks/newest

go 1.25.7

require (
	github.com/consensys/gnark-crypto v0.21.0
	github.com/gnark-accel/gnark-accel v0.1.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.6 // indirect
	github.com/consensys/gnark v0.16.3 // indirect
	github.com/mattn/go-colorable v0.1.15 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/rs/zerolog v1.35.1 // indirect
	golang.org/x/sys v0.47.0 // indirect
)

replace github.com/gnark-accel/gnark-accel => ../../
