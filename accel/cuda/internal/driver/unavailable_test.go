//go:build !cuda

package driver

import (
	"errors"
	"testing"
)

func TestWithoutTheTag(t *testing.T) {
	if err := ErrUnavailable(); !errors.Is(err, ErrNotCompiled) {
		t.Errorf("got %v", err)
	}
}
