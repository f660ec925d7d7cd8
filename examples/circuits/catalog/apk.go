package catalog

import (
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/points"
)

// APK is the aggregate public key of a committee that signs with BLS12-381. The prover knows the
// keys of all members, with a public Poseidon2 hash, and their sum over those members whose bit is
// set in a public bitmap is a public key. Light clients of chains that sign so verify one signature
// with that key. The additions are emulated in limbs of 64 bits, six a coordinate, also over
// BLS12-381 itself; each member costs an addition, a choice and four hashes, whether they signed or
// not. The keys are not checked: who has their hash knows that they are points, each with a proof
// of possession. The sum begins at a point that a hash gives, so that no addition meets a point
// twice. The circuit grows with the number of members.
var APK Circuit = family{
	name: "apk",
	description: "the sum of those BLS12-381 keys of a committee that a bitmap names " +
		"(with a commitment)",
	scaling: "about 4200 constraints for a member, 1700 for each further one",
	curves:  ofPoseidon2,
	size:    counting("member"),
	of:      pointsOf(points.Committee{}),
}
