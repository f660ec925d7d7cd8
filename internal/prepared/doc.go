// Package prepared keeps in a folder the results of one process, for the next one.
//
// A file holds one Go value. Its name has the value's kind, and a [Digest] of the input that the
// value was computed from. It begins with a line of text that says so, and which versions wrote it.
// Vectors lie in it as in memory, so that reading them takes the time of a copy. Whatever is not as
// this process would write it is refused, and computed anew.
//
// Checks of the content detect damage, and no forger: whoever may write the folder decides on it.
// So a folder that others could have written, or exchanged, is refused.
package prepared
