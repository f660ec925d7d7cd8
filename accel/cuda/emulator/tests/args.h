// Arguments of the test kernels, as the kernels and the tests see them.
#pragma once

struct OutArgs {
  unsigned* out;
  unsigned n;
};

struct InOutArgs {
  unsigned* out;
  const unsigned* in;
  unsigned n, parameter;
};

struct WideArgs {
  unsigned long long* out;
  const unsigned long long* in;
  unsigned n, parameter;
};
