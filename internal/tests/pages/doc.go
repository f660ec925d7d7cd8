// Package pages holds the tests of the repository's pages.
//
// They compare the pages with the code: links and headings, commands and their flags, files, errors
// and log messages. They also keep README short.
package pages
