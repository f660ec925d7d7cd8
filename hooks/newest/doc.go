// Package newest tests what the oldest gnark that the library works with lacks. It is a module of
// its own, whose requirements no user of the library gets.
package newest
