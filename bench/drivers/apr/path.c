/* A path added to a root, normalised. */
#include "../input.h"
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_file_info.h>

int main(void) {
  apr_pool_t *pool;
  char *merged;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  char *path = symbolic_text();
  apr_status_t status = apr_filepath_merge(&merged, "/srv/data", path, APR_FILEPATH_NOTABOVEROOT, pool);
  apr_pool_destroy(pool);
  apr_terminate();
  return status == APR_SUCCESS ? 0 : 1;
}
