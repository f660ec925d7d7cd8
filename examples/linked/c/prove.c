/* A C program proves that it knows the factors of a number. It verifies the proof, and a damaged
   one, which is an error. */
#include <stdio.h>
#include <stdlib.h>

#include "linked.h"

int main(void) {
	unsigned char proof[1024];
	size_t size = sizeof proof;
	char *error = Prove(641, 6700417, proof, &size);
	if (error == NULL) {
		error = Verify(4294967297, proof, size);
	}
	if (error != NULL) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	proof[128] = 0xff; /* as if far more followed than does */
	error = Verify(4294967297, proof, size);
	if (error == NULL) {
		fputs("a damaged proof is valid\n", stderr);
		return 1;
	}
	free(error);
	printf("the proof of %zu bytes is valid, ", size);
	printf("%llu sums were computed on a device\n", (unsigned long long)DeviceSums());
	return 0;
}
