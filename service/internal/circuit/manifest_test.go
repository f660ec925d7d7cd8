package circuit

import "testing"

// TestDigest compares a circuit's digest with that of older releases, which stores have.
func TestDigest(t *testing.T) {
	const digest = "576dff5ffa25e367710e1de93bbfa9a081426f25fcfce7ff5518c3d3cd990398"
	files := Files{{Part: Part{Digest: "a"}}, {Part: Part{Digest: "b"}}, {Part: Part{Digest: "c"}}}
	got := ManifestOf(PLONK, Options{Solidity: true}, "bn254", files).Digest
	if got != digest {
		t.Errorf("%s, not %s", got, digest)
	}
}
