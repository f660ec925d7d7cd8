package main

import ( // what gnark's standard library has beyond package worker
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_emulated/maptocurve_increment"
	_ "github.com/consensys/gnark/std/algebra/native/sw_bls12377/maptocurve_increment"
	_ "github.com/consensys/gnark/std/algebra/native/sw_grumpkin/maptocurve_increment"
)
