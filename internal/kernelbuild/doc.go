// Kernelbuild compiles the CUDA kernels of each curve into the blob committed beside them. It
// checks the committed blobs against the output of nvcc, and of a newer ptxas for newer cards. Its
// flag -h lists the commands.
//
// For a curve c, accel/cuda/kernels/c.cu becomes accel/cuda/kernels/c/c.fatbin.zst with its
// manifest, accel/cuda/kernels/c/c.manifest.json. Only build and verify run the compilers; a user
// of the module runs none of the commands.
package main
