/* A C program proves that it knows the factors of a number. It verifies the proof. */
#include <stdio.h>

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
	printf("the proof of %zu bytes is valid, ", size);
	printf("%llu sums were computed on a device\n", (unsigned long long)DeviceSums());
	return 0;
}
