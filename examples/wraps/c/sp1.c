/* Calls the exported functions of SP1's archive. Arguments come in threes:

   build FOLDER -            makes keys of both schemes
   good  FOLDER WITNESS      proves, verifies, and has wrong proofs and inputs refused
   bad   FOLDER WITNESS      expects no proof
   key   FOLDER WITNESS      expects no verification either, of the last proofs
   test  CONSTRAINTS WITNESS expects errors of their own tests */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libsp1gnark.h"

typedef char *(*verifier)(char *, char *, char *, char *, char *, char *, char *);

/* The proofs of both schemes have the same fields. */
static struct scheme {
	const char *name;
	verifier verify;
	int length; /* where a raw proof has one, in digits */
	char *raw, *in[5];
} plonk = {.name = "PLONK", .verify = VerifyPlonkBn254, .length = 1024},
  groth16 = {.name = "Groth16", .verify = VerifyGroth16Bn254, .length = 512};

static void expect(int holds, const char *folder, const char *what) {
	if (!holds) {
		fprintf(stderr, "WRONG  %s: %s\n", folder, what);
		exit(1);
	}
}

static char *verify(struct scheme *s, char *folder, char *raw, char *last) {
	return s->verify(folder, raw, s->in[0], s->in[1], s->in[2], s->in[3], last);
}

static void refused(struct scheme *s, char *folder, char *raw, char *last, const char *why) {
	char *error = verify(s, folder, raw, last);
	expect(error != NULL, folder, why);
	fprintf(stderr, "       refused, %s: %.60s\n", why, error);
	FreeString(error);
}

static void good(struct scheme *s, char *folder, char *raw, char **in) {
	s->raw = strdup(raw);
	for (int i = 0; i < 5; i++) {
		s->in[i] = strdup(in[i]);
	}
	char *last = s->in[4], *error = verify(s, folder, raw, last), *other = strdup(raw);
	expect(error == NULL, folder, error);
	fprintf(stderr, "proved and verified: %s, %zu bytes\n", s->name, strlen(raw) / 2);
	refused(s, folder, raw, "7", "another input");
	refused(s, folder, raw, "seven", "no number");
	refused(s, folder, "zz", last, "no hexadecimals");
	memset(other + s->length, 'f', 8);
	refused(s, folder, other, last, "a huge length");
	memset(other, 'f', strlen(raw));
	refused(s, folder, other, last, "ones");
	refused(s, folder, raw + strlen(raw) / 4 * 2, last, "half a proof");
	free(other);
}

static void prove(char *folder, char *witness, int expected) {
	C_PlonkBn254Proof *p = ProvePlonkBn254(folder, witness);
	expect((p != NULL) == expected, folder, witness);
	C_Groth16Bn254Proof *g = ProveGroth16Bn254(folder, witness);
	expect((g != NULL) == expected, folder, witness);
	if (expected) {
		good(&plonk, folder, p->RawProof, p->PublicInputs);
		good(&groth16, folder, g->RawProof, g->PublicInputs);
		FreePlonkBn254Proof(p);
		FreeGroth16Bn254Proof(g);
	}
}

int main(int count, char **arguments) {
	for (int i = 1; i + 2 < count; i += 3) {
		char *what = arguments[i], *folder = arguments[i + 1], *witness = arguments[i + 2];
		if (strcmp(what, "build") == 0) {
			BuildPlonkBn254(folder); /* first: what Groth16 sets in the environment stays */
			BuildGroth16Bn254(folder);
		} else if (strcmp(what, "test") == 0) { /* none waits for the lock of another */
			expect(TestPlonkBn254(witness, folder) != NULL, witness, "passed");
			expect(TestGroth16Bn254(witness, folder) != NULL, witness, "passed");
		} else {
			prove(folder, witness, strcmp(what, "good") == 0);
		}
		if (strcmp(what, "key") == 0) {
			refused(&plonk, folder, plonk.raw, plonk.in[4], "a bad key");
			refused(&groth16, folder, groth16.raw, groth16.in[4], "a bad key");
		}
	}
	fputs("all as expected\n", stderr);
	return 0;
}
