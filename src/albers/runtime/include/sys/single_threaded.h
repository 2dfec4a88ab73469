/* A header of the GNU C library: whether there is one thread, which here is always so. */
#ifndef ALBERS_SYS_SINGLE_THREADED_H
#define ALBERS_SYS_SINGLE_THREADED_H

#ifdef __cplusplus
extern "C" {
#endif

extern char __libc_single_threaded;

#ifdef __cplusplus
}
#endif

#endif
