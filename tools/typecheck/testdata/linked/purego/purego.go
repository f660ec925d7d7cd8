// Package purego stands for the one that opens libraries.
package purego
