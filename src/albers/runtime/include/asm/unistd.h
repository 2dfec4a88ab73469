/* The kernel's own header of system call numbers: ours, as the C library's. */

#ifndef ALBERS_ASM_UNISTD_H
#define ALBERS_ASM_UNISTD_H

#include <bits/syscall.h>

#endif
