// Package untrusted reads circuits of people who may mean harm.
//
// gnark's readers take memory for numbers in a file, and panic in goroutines of their own, where
// nobody recovers: some files end the process that reads them. So a child process reads them first,
// with limits of memory and time.
//
// The child is the same program. It is told apart by a variable of its environment, which this
// package looks at before main begins. So main need not know of it, and tests have children too.
package untrusted
