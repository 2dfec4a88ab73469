// expect: paths=1
// also: -O1
// What the compiler puts into globals: addresses of others with offsets, of functions, parts of unions and bit-fields,
// padding, zeros, text; and variables of a thread, of which there is one.
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct node { char tag; struct node *next; int (*call)(int); const char *text; unsigned bits : 5, more : 9; };
union either { char letter; long number; };

static int twice(int x) { return 2 * x; }
static int numbers[10] = {[3] = 33, [9] = 99};
static int *const inside = &numbers[3];
static char *const past = (char *)(numbers + 10);
static struct node second = {'b', NULL, NULL, &"second"[3], 17, 300};
static struct node first = {'a', &second, twice, "first", 1, 2};
static union either letter = {'x'}, number = {.number = -5};
static const double half = 0.5;
static const char matrix[2][3] = {"ab", {'c', 0, 'd'}};
static size_t offset = offsetof(struct node, text);
_Thread_local int own = 7;
static __int128 wide = (__int128)1 << 100;

int main(void) {
    assert(*inside == 33 && numbers[0] == 0 && past - (char *)numbers == sizeof numbers);
    struct node *volatile list = &first;
    assert(list->next->tag == 'b' && list->next->next == NULL && list->call(21) == 42);
    assert(strcmp(list->text, "first") == 0 && strcmp(second.text, "ond") == 0);
    assert(second.bits == 17 && second.more == 300 && first.bits == 1 && first.more == 2);
    assert(letter.letter == 'x' && number.number == -5 && half + half == 1);
    assert(matrix[0][2] == 0 && matrix[1][2] == 'd' && *(const char **)((char *)&first + offset) == first.text);
    own++;
    assert(own == 8 && wide >> 100 == 1);
    return 0;
}
