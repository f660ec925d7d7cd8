package main

import "slices"

// sp1 builds SP1's archive as their build.rs does, and calls its exported functions from C. One
// process makes keys, and others prove with good and bad files.
func sp1(t *tree) {
	t.run(t.module, "go", "build", "-tags=debug,cuda", "-buildmode=c-archive",
		"-o", t.at("libsp1gnark.a"), ".")
	t.run(t.out, "cc", "-Wall", "-Wextra", "-Werror", "-I.", "-I"+t.module, "-o", "test",
		"c/sp1.c", "c/fields.c", "libsp1gnark.a", "-lpthread", "-ldl", "-lm")
	test := func(log string, calls ...string) {
		t.keep(log, t.run(t.out, append([]string{"./test"}, calls...)...))
	}

	const folder = "dev" // which needs no ceremony
	constraints := t.write("dev/constraints.json", smallCircuit(circuit+moreInputs))
	first := t.write("dev/plonk_witness.json", smallWitness(3, 5, 15))
	t.write("dev/groth16_witness.json", smallWitness(3, 5, 15))
	second := t.write("dev/second.json", smallWitness(7, 9, 63))
	test("build", "build", folder, "-")

	good := []string{"good", folder, second, "good", folder, first}
	calls := append(slices.Clone(good), "good", t.copyOf(folder, "again"), second) // by the digest
	for name, content := range badWitnesses() {
		path := t.write("bad/"+name, content)
		calls = append(calls, "bad", folder, path, "test", constraints, path)
	}
	for part, call := range map[string]string{"circuit": "bad", "pk": "bad", "vk": "key"} {
		for _, how := range damages {
			damaged := t.copyOf(folder, how, "groth16_"+part+".bin", "plonk_"+part+".bin")
			calls = append(calls, call, damaged, second)
		}
	}
	test("prove", slices.Concat(calls, good)...)
	test("again", good...) // with the prepared folder
}
