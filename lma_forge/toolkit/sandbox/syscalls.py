"""The system calls that boxed code may make, by their numbers on x86-64.

Other processors have other numbers; where there is no table, there is no box. What is not listed is
refused: an earlier list of what is forbidden let through calls that nobody had thought of.
"""

ALLOWED: dict[str, int] = {
    "read": 0, "write": 1, "close": 3, "fstat": 5, "stat": 4, "lstat": 6, "newfstatat": 262, "statx": 332, "lseek": 8,
    "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15,
    "rt_sigpending": 127, "rt_sigtimedwait": 128, "rt_sigsuspend": 130, "sigaltstack": 131, "pread64": 17, "pwrite64":
    18, "readv": 19, "writev": 20, "preadv": 295, "pwritev": 296, "preadv2": 327, "pwritev2": 328, "access": 21,
    "faccessat": 269, "faccessat2": 439, "pipe": 22, "pipe2": 293, "select": 23, "pselect6": 270, "poll": 7, "ppoll":
    271, "epoll_create": 213, "epoll_create1": 291, "epoll_ctl": 233, "epoll_wait": 232, "epoll_pwait": 281,
    "epoll_pwait2": 441, "eventfd": 284, "eventfd2": 290, "timerfd_create": 283, "timerfd_settime": 286,
    "timerfd_gettime": 287, "sched_yield": 24, "mremap": 25, "msync": 26, "mincore": 27, "madvise": 28, "dup": 32,
    "dup2": 33, "dup3": 292, "pause": 34, "nanosleep": 35, "clock_nanosleep": 230, "getitimer": 36, "setitimer": 38,
    "alarm": 37, "getpid": 39, "getppid": 110, "gettid": 186, "getuid": 102, "geteuid": 107, "getgid": 104, "getegid":
    108, "getgroups": 115, "getresuid": 118, "getresgid": 120, "getpgrp": 111, "getpgid": 121, "getsid": 124,
    "socketpair": 53, "sendmsg": 46, "recvmsg": 47, "sendto": 44, "recvfrom": 45, "shutdown": 48, "getsockopt": 55,
    "setsockopt": 54, "getsockname": 51, "getpeername": 52, "exit": 60, "exit_group": 231, "wait4": 61, "waitid": 247,
    "uname": 63, "flock": 73, "fsync": 74, "fdatasync": 75, "ftruncate": 77, "getdents": 78, "getdents64": 217,
    "getcwd": 79, "chdir": 80, "fchdir": 81, "rename": 82, "renameat": 264, "renameat2": 316, "mkdir": 83, "mkdirat":
    258, "rmdir": 84, "unlink": 87, "unlinkat": 263, "link": 86, "linkat": 265, "symlink": 88, "symlinkat": 266,
    "readlink": 89, "readlinkat": 267, "umask": 95, "gettimeofday": 96, "time": 201, "getrlimit": 97, "getrusage": 98,
    "sysinfo": 99, "times": 100, "arch_prctl": 158, "futex": 202, "futex_waitv": 449, "sched_getaffinity": 204,
    "sched_getparam": 143, "sched_getscheduler": 145, "sched_get_priority_max": 146, "sched_get_priority_min": 147,
    "set_tid_address": 218, "set_robust_list": 273, "rseq": 334, "getrandom": 318, "membarrier": 324, "clock_gettime":
    228, "clock_getres": 229, "fallocate": 285, "fadvise64": 221, "copy_file_range": 326, "sendfile": 40, "splice":
    275, "tee": 276, "restart_syscall": 219, "getcpu": 309, "close_range": 436, "statfs": 137, "fstatfs": 138,
    "creat": 85, "capget": 125, "mlock": 149, "munlock": 150, "timer_create": 222,
    "timer_settime": 223, "timer_gettime": 224, "timer_delete": 226, "timer_getoverrun": 225
}  # fmt: skip
"""Calls that are harmless whatever their arguments: Landlock holds those that take a path."""

PRETENDED: dict[str, int] = {
    "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "chown": 92, "fchown": 93, "lchown": 94, "fchownat":
    260, "utime": 132, "utimes": 235, "utimensat": 280, "futimesat": 261
}  # fmt: skip
"""Calls that report success and do nothing, so that copying a file works: no Landlock holds them."""

RULED: dict[str, int] = {
    "clone3": 435, "openat2": 437, "getxattr": 191, "lgetxattr": 192, "fgetxattr": 193, "listxattr": 194,
    "llistxattr": 195, "flistxattr": 196, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "socket": 41, "open":
    2, "openat": 257, "clone": 56, "kill": 62, "tgkill": 234, "prlimit64": 302, "ioctl": 16, "fcntl": 72, "prctl": 157
}  # fmt: skip
"""Calls that depend on their arguments, or are refused with the error that programs know how to take."""
