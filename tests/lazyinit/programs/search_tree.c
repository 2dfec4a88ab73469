// A search tree with a left child that has a right child of its own, all in order, makes the entry function fail.
#include <assert.h>
#include <stddef.h>

struct node {
    int key;
    struct node *left, *right;
};

static int in_order(const struct node *t) {
    return t->left->key < t->left->right->key && t->left->right->key < t->key;
}

int rotate(struct node *t) {
    if (t == NULL || t->left == NULL || t->left->right == NULL)
        return 0;
    assert(!(in_order(t) && t->right == NULL && t->left->left == NULL)); // planted
    return 1;
}
