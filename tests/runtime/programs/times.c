/* time.h on given times: calendars, formats, time zones. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(time_t when) {
  char text[256];
  struct tm parts;
  gmtime_r(&when, &parts);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %V %G %u %w %y %C %e %I %p %D %F %T %R %c", &parts);
  printf("%lld: %s", (long long)when, text);
  printf(" | %s", asctime(&parts));
  printf("back: %lld\n", (long long)timegm(&parts));
}

int main(void) {
  show(0), show(1721038272), show(-86400);
  setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
  tzset();
  time_t when = 1721038272;
  struct tm *local = localtime(&when);
  printf("%d:%02d summer %d %s\n", local->tm_hour, local->tm_min, local->tm_isdst, local->tm_zone);
  when = 1700000000;
  printf("%s", ctime(&when));
  struct tm odd = {.tm_year = 124, .tm_mon = 14, .tm_mday = 35, .tm_hour = 25, .tm_isdst = -1};
  printf("%lld ", (long long)mktime(&odd));
  printf("%d-%d-%d %d\n", odd.tm_year + 1900, odd.tm_mon + 1, odd.tm_mday, odd.tm_wday);
  struct tm read = {0};
  char *end = strptime("24 Dec 2023 18:30:15", "%d %b %Y %H:%M:%S", &read);
  printf("%d %d-%d-%d %d:%d:%d\n", *end, read.tm_year + 1900, read.tm_mon + 1, read.tm_mday, read.tm_hour, read.tm_min,
         read.tm_sec);
  printf("%.0f\n", difftime(100, 58));
  return 0;
}
