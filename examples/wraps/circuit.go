package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A small circuit in the form of constraints.json, which both projects have: a product, quotients
// in field and extension, which are hints, and the public inputs, of which Pico has the first two.
const circuit = `WitnessV a 0, WitnessV b 1, WitnessV p 2, MulV q a b, AssertEqV q p,
	WitnessF f 0, WitnessF g 1, DivF h f g, MulF h h g, AssertEqF h f,
	WitnessE d 0, WitnessE e 1, DivE m d e, MulE m m e, AssertEqE m d,
	WitnessV v 3, CommitVkeyHash v, WitnessV v 4, CommitCommitedValuesDigest v`

const moreInputs = `, WitnessV v 5, CommitExitCode v, WitnessV v 6, CommitVkRoot v,
	WitnessV v 7, CommitProofNonce v`

func smallCircuit(text string) []byte {
	var all []map[string]any
	for line := range strings.SplitSeq(text, ",") {
		fields, args := strings.Fields(line), [][]string{}
		for _, arg := range fields[1:] {
			args = append(args, []string{arg})
		}
		all = append(all, map[string]any{"opcode": fields[0], "args": args})
	}
	return asJSON(all)
}

// smallWitness satisfies both circuits, unless the product is another.
func smallWitness(a, b, product uint64) []byte {
	one := fmt.Sprint(1000 + a)
	return asJSON(map[string]any{
		"vkey_hash": one, "committed_values_digest": "2", "exit_code": "3", "vk_root": "4",
		"proof_nonce": "5", "felts": []string{"123456789", "1987654321"},
		"exts": [][]string{{"1", "2", "3", "4"}, {"5", "60", "700", "8000"}},
		"vars": append(strings.Fields(fmt.Sprint(a, b, product)), one, "2", "3", "4", "5"),
	})
}

func asJSON(value any) []byte {
	content, _ := json.Marshal(value) // strings have no errors
	return content
}

// badWitnesses are contents of a file that no proof is made from.
func badWitnesses() map[string][]byte {
	good := smallWitness(3, 5, 15)
	return map[string][]byte{
		"empty": {}, "truncated": good[:len(good)/2], "none": []byte(`{}`),
		"short": []byte(`{"exts":[["1"]]}`), "unsatisfied": smallWitness(3, 5, 16),
		"no number": bytes.Replace(good, []byte("1003"), []byte("zero"), 1),
	}
}
