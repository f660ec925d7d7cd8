// Kernelbuild compiles the CUDA kernels of each curve into the blob that is committed beside them.
// It checks that the committed blobs are what nvcc, and a newer ptxas for newer cards, make of the
// sources.
//
// Usage:
//
//	go run ./internal/kernelbuild command [curve...]
//
// The commands are:
//
//	build [-force]   compile what is out of date (needs nvcc and both ptxas)
//	build -newer     compile blobs of the newer ptxas for sm_90 alone, which are not committed
//	check            compare sources and blobs with the manifests
//	verify           compile afresh and compare bytes (needs nvcc)
//	resources        print registers, spills and shared memory by kernel
//	wide             print the wide multiplications of an addition (needs cuobjdump)
//
// For a curve c, accel/cuda/kernels/c.cu becomes accel/cuda/kernels/c/c.fatbin.zst with its
// manifest, accel/cuda/kernels/c/c.manifest.json. Only build and verify run the compiler, and wide
// its disassembler; a user of the module runs none of them.
package main
