// Kernelbuild compiles the CUDA kernels of each curve into the blob that is committed beside them.
// It checks that the committed blobs are what nvcc, and a newer ptxas for newer cards, make of the
// sources. Its flag -h lists the commands.
//
// For a curve c, accel/cuda/kernels/c.cu becomes accel/cuda/kernels/c/c.fatbin.zst with its
// manifest, accel/cuda/kernels/c/c.manifest.json. Only build and verify run the compilers; a user
// of the module runs none of the commands.
package main
