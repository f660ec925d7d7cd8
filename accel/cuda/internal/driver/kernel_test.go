package driver

// testKernels is PTX for every device that the package accepts.
//
//	struct Args { unsigned* out; const unsigned* in; unsigned n, factor; };
//	driver_test_scale: i = blockIdx.x * blockDim.x + threadIdx.x;
//	                   if (i < n) out[i] = in[i] * factor + i;
//	driver_test_store: *out = 1;
const testKernels = `
.version 6.3
.target sm_75
.address_size 64

.visible .entry driver_test_scale(.param .align 8 .b8 args[24])
{
	.reg .pred %p;
	.reg .b32 %n, %factor, %block, %blocks, %thread, %i, %v;
	.reg .b64 %in, %out, %offset;
	ld.param.u64 %out, [args];
	ld.param.u64 %in, [args+8];
	ld.param.u32 %n, [args+16];
	ld.param.u32 %factor, [args+20];
	mov.u32 %block, %ctaid.x;
	mov.u32 %blocks, %ntid.x;
	mov.u32 %thread, %tid.x;
	mad.lo.s32 %i, %block, %blocks, %thread;
	setp.ge.u32 %p, %i, %n;
	@%p ret;
	cvta.to.global.u64 %in, %in;
	cvta.to.global.u64 %out, %out;
	mul.wide.u32 %offset, %i, 4;
	add.s64 %in, %in, %offset;
	add.s64 %out, %out, %offset;
	ld.global.u32 %v, [%in];
	mad.lo.s32 %v, %v, %factor, %i;
	st.global.u32 [%out], %v;
	ret;
}

.visible .entry driver_test_store(.param .align 8 .b8 args[24])
{
	.reg .b64 %out;
	ld.param.u64 %out, [args];
	cvta.to.global.u64 %out, %out;
	st.global.u32 [%out], 1;
	ret;
}
`

// scaleArgs are the arguments of the test kernels.
type scaleArgs struct {
	Out, In   Ptr
	N, Factor uint32
}
