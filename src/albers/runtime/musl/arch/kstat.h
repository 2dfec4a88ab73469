/* What the old calls of the stat family would fill in, of which every machine has a layout of its own. The times are
 * too short for musl, which therefore asks with statx: one layout for all. */

struct kstat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  int st_atime_sec, st_atime_nsec;
  int st_mtime_sec, st_mtime_nsec;
  int st_ctime_sec, st_ctime_nsec;
};
