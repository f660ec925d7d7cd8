// A worker of another version of gnark.
package main

import "github.com/gnark-accel/gnark-accel/service/worker"

func main() { worker.Main() }
