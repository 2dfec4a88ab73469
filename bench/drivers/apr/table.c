/* A table with fixed keys, asked for a symbolic one. */
#include "../input.h"
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_tables.h>

int main(void) {
  apr_pool_t *pool;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  apr_table_t *table = apr_table_make(pool, 4);
  apr_table_set(table, "Host", "1");
  apr_table_set(table, "Accept", "2");
  apr_table_add(table, "Host", "3");
  char *key = symbolic_text();
  const char *found = apr_table_get(table, key);
  int result = found == NULL ? 7 : found[0] - '0';
  apr_table_unset(table, key);
  if (apr_table_elts(table)->nelts > 3)
    result = 9;
  apr_pool_destroy(pool);
  apr_terminate();
  return result;
}
