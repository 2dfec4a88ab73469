// Insertion of symbolic numbers into a sorted linked list on the heap: pointers are followed, numbers compared.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *head, int key) {
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return head;
    fresh->key = key;
    if (head == NULL || key < head->key) {
        fresh->next = head;
        return fresh;
    }
    struct node *at = head;
    while (at->next && at->next->key <= key)
        at = at->next;
    fresh->next = at->next;
    at->next = fresh;
    return head;
}

int main(void) {
    int keys[N];
    klee_make_symbolic(keys, sizeof keys, "keys");
    struct node *head = NULL;
    for (int i = 0; i < N; i++)
        head = insert(head, keys[i]);
    int count = 0;
    while (head) {
        struct node *next = head->next;
        if (next && next->key < head->key)
            return 1;
        free(head);
        head = next;
        count++;
    }
    return count == N ? 0 : 2;
}
