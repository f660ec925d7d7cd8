// Package pages holds tests of what the repository's pages say of its code: files, targets of make, errors, log messages.
package pages
