/* pthread.h with one thread: mutexes, once, keys, conditions. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int calls;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void initialise(void) {
  calls++;
}

static void forget(void *value) {
  printf("forgotten %s\n", (char *)value);
}

static void cleanup(void *value) {
  printf("cleaned up %s\n", (char *)value);
}

static void show(const char *what, int result) {
  printf("%s: %d\n", what, result);
}

int main(void) {
  pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, nested;
  show("lock", pthread_mutex_lock(&plain));
  show("busy", pthread_mutex_trylock(&plain) == EBUSY);
  show("unlock", pthread_mutex_unlock(&plain));
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&nested, &attributes);
  show("lock", pthread_mutex_lock(&nested)), show("again", pthread_mutex_lock(&nested));
  show("unlock", pthread_mutex_unlock(&nested)), show("again", pthread_mutex_unlock(&nested));
  show("destroy", pthread_mutex_destroy(&nested));
  pthread_once(&once, initialise), pthread_once(&once, initialise);
  show("once", calls), show("self", pthread_equal(pthread_self(), pthread_self()) != 0);
  pthread_key_create(&key, forget);
  pthread_setspecific(key, "value");
  printf("%s\n", (char *)pthread_getspecific(key));
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  show("read", pthread_rwlock_rdlock(&lock)), show("unlock", pthread_rwlock_unlock(&lock));
  show("write", pthread_rwlock_wrlock(&lock)), show("busy", pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  show("signal", pthread_cond_signal(&condition)), show("broadcast", pthread_cond_broadcast(&condition));
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  show("wait", sem_wait(&semaphore)), show("empty", sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  pthread_cleanup_push(cleanup, "this");
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
}
