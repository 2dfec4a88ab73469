/* Lists, trees, unions, bit-fields, function pointers, switches, recursion, string handling. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    int key;
    union {
        double real;
        unsigned char bytes[8];
    } value;
};

struct flags {
    unsigned ready : 1;
    unsigned level : 5;
    signed delta : 12;
    unsigned long long wide : 40;
};

struct __attribute__((packed)) record {
    char tag;
    int number;
    short half;
};

struct big {
    long words[9];
};

enum colour { RED, GREEN = 7, BLUE };

static const char *const names[] = {"red", "green \"quoted\"", "bl\\ue\n"};
int table[4][3] = {{1, 2, 3}, {4, 5, 6}};
struct record records[2] = {{'a', 1, 2}, {'b', -3, -4}};
static int counter = 5;
extern int elsewhere;
_Thread_local int per_thread = 3;
int *into_table = &table[2][1];
ptrdiff_t gap = (char *)&table[3] - (char *)&table[1];
int (*operations[3])(int, int);

static struct node *insert(struct node *root, int key)
{
    if (!root) {
        root = calloc(1, sizeof *root);
        root->key = key;
        return root;
    }
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

static int depth(const struct node *root)
{
    int left, right;
    if (!root)
        return 0;
    left = depth(root->left);
    right = depth(root->right);
    return 1 + (left > right ? left : right);
}

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int divide(int a, int b) { return b ? a / b + a % b : 0; }

int sum(int count, ...)
{
    va_list list, copy;
    int total = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    total += (int)va_arg(copy, long);
    va_end(copy);
    va_end(list);
    return total;
}

struct big swap_ends(struct big b)
{
    long t = b.words[0];
    b.words[0] = b.words[8];
    b.words[8] = t;
    return b;
}

struct flags pack(int level, int delta)
{
    struct flags f = {.ready = 1, .level = level, .delta = delta};
    f.wide = (unsigned long long)delta << 21;
    return f;
}

const char *colour_name(enum colour c)
{
    switch (c) {
    case RED: return names[0];
    case GREEN: return names[1];
    case BLUE: return names[2];
    default: return NULL;
    }
}

int classify(const char *text)
{
    int state = 0;
    for (; *text; text++) {
        switch (*text) {
        case '0' ... '9': state = state * 10 + (*text - '0'); break;
        case 'x': case 'X': state ^= 0x55; break;
        case ' ': continue;
        case '\n': goto done;
        default: state--;
        }
    }
done:
    return state;
}

int interpret(const unsigned char *code)
{
    static void *labels[] = {&&halt, &&increment, &&twice};
    int value = 0;
    goto *labels[*code++ % 3];
increment:
    value++;
    goto *labels[*code++ % 3];
twice:
    value *= 2;
    goto *labels[*code++ % 3];
halt:
    return value;
}

int main(int argc, char **argv)
{
    struct node *root = NULL;
    char buffer[64];
    operations[0] = add;
    operations[1] = sub;
    operations[2] = divide;
    for (int i = 1; i < argc; i++)
        root = insert(root, atoi(argv[i]));
    if (root)
        root->value.real = 0.1;
    snprintf(buffer, sizeof buffer, "%d %s", depth(root), colour_name(argc));
    puts(buffer);
    int variable[argc + 1];
    memset(variable, 0, sizeof variable);
    variable[argc] = operations[argc % 3](argc, counter++);
    struct big b = {{1, 2, 3}};
    b = swap_ends(b);
    struct flags f = pack(argc, -argc);
    per_thread += elsewhere + records[argc & 1].number + *into_table;
    return variable[argc] + classify(buffer) + sum(2, argc, 3L) + (int)b.words[8] + f.delta + interpret((void *)buffer);
}
