/* A command line, taken apart. */
#include "../input.h"
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_strings.h>

int main(void) {
  apr_pool_t *pool;
  char **words;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  char *text = symbolic_text();
  int result = apr_tokenize_to_argv(text, &words, pool) == APR_SUCCESS && words[0] != NULL ? 0 : 1;
  apr_pool_destroy(pool);
  apr_terminate();
  return result;
}
