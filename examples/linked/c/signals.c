/*
 * A program with signal handlers of its own loads shared libraries, and proves with each while
 * signals arrive. In the end it touches memory that is not there.
 *
 *     signals before LIBRARY...    installs its handlers before it loads the libraries
 *     signals after LIBRARY...     installs them afterwards
 */
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef char *(*prove_function)(uint32_t, uint32_t, void *, size_t *);
typedef char *(*verify_function)(uint64_t, void *, size_t);

static volatile sig_atomic_t interrupts, urgents, faults, ended;
static sigjmp_buf after_fault;

static void handle(int sig, siginfo_t *info, void *context) {
	(void)info, (void)context;
	if (sig == SIGSEGV) {
		faults++;
		siglongjmp(after_fault, 1);
	}
	++*(sig == SIGINT ? &interrupts : &urgents);
}

static void install(void) {
	const int signals[] = {SIGINT, SIGURG, SIGSEGV};
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_sigaction = handle;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART; /* Go asks for SA_ONSTACK */
	for (int i = 0; i < 3; i++) {
		sigaction(signals[i], &action, NULL);
	}
}

/* disturb sends signals to the process until the proofs have ended. */
static void *disturb(void *nothing) {
	while (!ended) {
		kill(getpid(), SIGINT);
		kill(getpid(), SIGURG);
		usleep(1000);
	}
	return nothing;
}

static void *loaded(const char *library) {
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	if (handle == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	return handle;
}

static void prove(void *library) {
	prove_function prove = (prove_function)dlsym(library, "Prove");
	verify_function verify = (verify_function)dlsym(library, "Verify");
	uint64_t (*sums)(void) = (uint64_t(*)(void))dlsym(library, "DeviceSums");
	unsigned char proof[1024];
	for (int i = 0; i < 5; i++) {
		size_t size = sizeof proof;
		char *error = prove(641, 6700417, proof, &size);
		if (error == NULL) {
			error = verify(4294967297, proof, size);
		}
		if (error == NULL && verify(4294967298, proof, size) == NULL) {
			error = "the proof is valid for another product";
		}
		if (error != NULL) {
			fprintf(stderr, "%s\n", error);
			exit(1);
		}
		if (i == 0) {
			urgents = 0; /* a Go runtime hands SIGURG on until it has started */
		}
	}
	printf("5 proofs, %llu sums on the device\n", (unsigned long long)sums());
}

int main(int argc, char **argv) {
	void *libraries[8];
	pthread_t thread;
	if (strcmp(argv[1], "before") == 0) {
		install();
	}
	for (int i = 2; i < argc; i++) {
		libraries[i - 2] = loaded(argv[i]);
	}
	if (strcmp(argv[1], "after") == 0) {
		install();
	}
	pthread_create(&thread, NULL, disturb, NULL);
	for (int i = 2; i < argc; i++) {
		prove(libraries[i - 2]);
	}
	ended = 1;
	pthread_join(thread, NULL);
	if (sigsetjmp(after_fault, 1) == 0) {
		*(volatile int *)NULL = 1;
	}
	printf("SIGINT %d, SIGURG %d, SIGSEGV %d\n", interrupts > 0, urgents > 0, faults);
	return 0;
}
