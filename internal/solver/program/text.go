package program

import _ "embed"

// Operations is the source that numbers all operations: it tells programs of different versions
// apart.
//
//go:embed operations.go
var Operations string
