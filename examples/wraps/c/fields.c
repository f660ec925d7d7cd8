/* The functions that the hints of SP1 and Pico get from Rust otherwise: inverses in KoalaBear and
   BabyBear, and in their extensions by x^4 = w. */
#include <stdint.h>

typedef unsigned __int128 wide;

static void multiply(uint64_t a[4], const uint64_t b[4], uint64_t p, uint64_t w) {
	uint64_t c[4] = {0};
	for (int i = 0; i < 4; i++) {
		for (int j = 0; j < 4; j++) {
			c[(i + j) % 4] += a[i] * b[j] % p * (i + j < 4 ? 1 : w) % p;
		}
	}
	for (int i = 0; i < 4; i++) {
		a[i] = c[i] % p;
	}
}

/* The inverse is the power p^4 - 2. */
static uint32_t inverse(uint64_t p, uint64_t w, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
	uint32_t i) {
	uint64_t base[4] = {a, b, c, d}, result[4] = {1};
	for (wide e = (wide)(p * p) * (p * p) - 2; e != 0; e >>= 1) {
		if (e & 1) {
			multiply(result, base, p, w);
		}
		multiply(base, base, p, w);
	}
	return (uint32_t)result[i];
}

#define FIELD(name, p, w) \
	uint32_t name##inv(uint32_t a) { return inverse(p, w, a, 0, 0, 0, 0); } \
	uint32_t name##extinv(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t i) { \
		return inverse(p, w, a, b, c, d, i); \
	}

FIELD(koalabear, 2130706433, 3)
FIELD(babybear, 2013265921, 11)
