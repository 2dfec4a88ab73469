/* csmith calls the compiler's bit-counting functions with zero, where their result is undefined, and with names that
 * only some compilers and machines know. Included before a generated program, this gives every call one meaning.
 */

static inline int counted_clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
static inline int counted_clzl(unsigned long x) { return x ? __builtin_clzl(x) : 64; }
static inline int counted_clzll(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }
static inline int counted_clzs(unsigned short x) { return x ? __builtin_clz(x) - 16 : 16; }
static inline int counted_ctz(unsigned x) { return x ? __builtin_ctz(x) : 32; }
static inline int counted_ctzl(unsigned long x) { return x ? __builtin_ctzl(x) : 64; }
static inline int counted_ctzll(unsigned long long x) { return x ? __builtin_ctzll(x) : 64; }
static inline int counted_ctzs(unsigned short x) { return x ? __builtin_ctz(x) : 16; }

/* One byte through the CRC of x86's instruction (Castagnoli's polynomial, reflected). */
static inline unsigned crc_of_byte(unsigned crc, unsigned char byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; bit++)
    crc = (crc >> 1) ^ (crc & 1 ? 0x82F63B78u : 0u);
  return crc;
}

#define __builtin_clz counted_clz
#define __builtin_clzl counted_clzl
#define __builtin_clzll counted_clzll
#define __builtin_clzs counted_clzs
#define __builtin_ctz counted_ctz
#define __builtin_ctzl counted_ctzl
#define __builtin_ctzll counted_ctzll
#define __builtin_ctzs counted_ctzs
#define __builtin_ia32_crc32qi crc_of_byte
