package main

import (
	"slices"
	"testing"
)

// listing is a kernel of two loops that calls a function. The first loop has an inner one, and a
// way around most of it.
const listing = `
	code for sm_90
		Function : add
	.headerflags    @"EF_CUDA_SM90 EF_CUDA_PTX_SM(EF_CUDA_SM90)"
        /*0000*/                   IMAD.WIDE R4, R6, R7, R8 ;        /* 0x0000000f00047210 */
                                                                     /* 0x000fe200078e0200 */
        /*0010*/                   LDG.E R2, desc[UR4][R2.64] ;      /* 0x0000000402027981 */
        /*0020*/               @P0 BRA 0x70 ;                        /* 0x0000000000007947 */
        /*0030*/                   IMAD.WIDE.U32 R4, R6, R7, R8 ;    /* 0x0000000000007947 */
        /*0040*/                   IMAD R4, R6, R7, RZ ;             /* 0x0000000000007947 */
        /*0050*/                   CALL.REL.NOINC 0x110 ;            /* 0x0000000000007947 */
        /*0060*/                   BRA 0x80 ;                        /* 0x0000000000007947 */
        /*0070*/                   IMAD.MOV.U32 R1, RZ, RZ, R2 ;     /* 0x0000000000007947 */
        /*0080*/                   IMAD.WIDE.U32.X R4, R6, R7, R8, P1 ;
        /*0090*/              @!P2 BRA 0x80 ;                        /* 0xfffffff000007947 */
        /*00a0*/                   BRA P1, 0x10 ;                    /* 0xfffffff000007947 */
        /*00b0*/               @P3 EXIT ;                            /* 0x000000000000794d */
        /*00c0*/                   IMAD.HI R1, R2, R3, R4 ;          /* 0x0000000000007947 */
        /*00d0*/               @P0 BRA 0xf0 ;                        /* 0x0000000000007947 */
        /*00e0*/                   EXIT ;                            /* 0x000000000000794d */
        /*00f0*/               @P0 BRA 0xc0 ;                        /* 0xfffffff000007947 */
        /*0100*/                   EXIT ;                            /* 0x000000000000794d */
        /*0110*/                   IMAD.WIDE.U32 R4, R6, R7, R8 ;    /* 0x0000000000007947 */
        /*0120*/                   IMAD.WIDE.U32 R4, R6, R7, R8 ;    /* 0x0000000000007947 */
        /*0130*/                   RET.REL.NODEC R8 0x0 ;            /* 0xfffffff000007950 */
        /*0140*/                   BRA 0x140;                        /* 0xfffffff000007947 */
`

func TestTurns(t *testing.T) {
	code := parseSASS(listing)
	if len(code) != 21 {
		t.Fatalf("%d instructions", len(code))
	}
	call := code[5]
	if !call.is("CALL") || call.target != 0x110 || !call.always || code[2].always ||
		code[10].always {
		t.Errorf("branches %+v, %+v, %+v", code[2], call, code[10])
	}
	want := []turn{
		// 0x10 to 0x60, the three called, 0x80 to 0xa0: not by way of 0x70, where fewer are
		// multiplied.
		{begin: 0x10, end: 0xa0, cost: cost{instructions: 6 + 3 + 3, wide: 1 + 2 + 1, narrow: 1}},
		{begin: 0x80, end: 0x90, inner: true, cost: cost{instructions: 2, wide: 1}},
		{begin: 0xc0, end: 0xf0, cost: cost{instructions: 3, narrow: 1}},
	}
	if got := turns(code); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestInnerLoops: of two loops that begin together, or end together, the shorter one is the inner
// one.
func TestInnerLoops(t *testing.T) {
	outer := turn{begin: 0x10, end: 0x90}
	for _, inner := range []turn{
		{begin: 0x10, end: 0x50}, {begin: 0x20, end: 0x90}, {begin: 0x20, end: 0x50},
	} {
		if !inner.within(outer) || outer.within(inner) {
			t.Errorf("%+v, %+v", inner, outer)
		}
	}
	next := turn{begin: 0xa0, end: 0xf0}
	if next.within(outer) || outer.within(next) || outer.within(outer) {
		t.Error("loops that stand alone are within others")
	}
}
