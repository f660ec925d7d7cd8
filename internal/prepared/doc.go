// Package prepared keeps in a folder what one process computed, for the next one.
//
// A file holds one Go value. It is named by what it is for, and by a [Digest] of what it was
// computed from. It begins with a line of text that says so, and which versions wrote it. Vectors
// lie in it as in memory, so that reading them takes the time of a copy. Whatever is not as this
// process would write it is refused, and computed anew.
//
// Digests tell damage from what was written, and no forger: whoever may write the folder decides
// what is in it. So a folder that others could have written, or exchanged, is refused.
package prepared
