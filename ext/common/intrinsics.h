/* The few operations that C has no portable word for. */
#ifndef ANALYSER_INTRINSICS_H
#define ANALYSER_INTRINSICS_H

#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
static __forceinline uint64_t multiply_high(uint64_t a, uint64_t b) { return __umulh(a, b); }
static __forceinline int lowest_bit(uint32_t mask) {
    unsigned long at;
    _BitScanForward(&at, mask);
    return (int)at;
}
static __forceinline int highest_bit(uint32_t mask) {
    unsigned long at;
    _BitScanReverse(&at, mask);
    return (int)at;
}
#else
static inline uint64_t multiply_high(uint64_t a, uint64_t b) {
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
}
static inline int lowest_bit(uint32_t mask) { return __builtin_ctz(mask); }
static inline int highest_bit(uint32_t mask) { return 31 ^ __builtin_clz(mask); }
#endif

/* Bits set in each number of ten bits: a suit. A table, since plain x86-64 has no such word. */
#define BITS2(n) n, n + 1, n + 1, n + 2
#define BITS4(n) BITS2(n), BITS2(n + 1), BITS2(n + 1), BITS2(n + 2)
#define BITS6(n) BITS4(n), BITS4(n + 1), BITS4(n + 1), BITS4(n + 2)
#define BITS8(n) BITS6(n), BITS6(n + 1), BITS6(n + 1), BITS6(n + 2)
static const uint8_t BITS_OF_SUIT[1024] = {BITS8(0), BITS8(1), BITS8(1), BITS8(2)};

#endif
