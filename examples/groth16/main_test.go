package main

import "testing"

func TestProve(t *testing.T) {
	if err := prove(100); err != nil {
		t.Error(err)
	}
}
