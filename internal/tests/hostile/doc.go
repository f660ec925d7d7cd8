// Package hostile tests every exported function of the module with arguments that nobody should
// pass: nil, zero values, closed ones, others' keys, negative and enormous numbers.
package hostile
