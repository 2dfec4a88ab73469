// expect: paths=1 exits=5:1
// also: -O1 -O2
// Locals of one name and size are different objects, be they of different scopes or of inlined calls.
static void fill(int *numbers, int with) {
    for (int i = 0; i < 4; i++) numbers[i] = with + i;
}

static inline __attribute__((always_inline)) int sum_of_last(int with, const int *other) {
    int numbers[4];
    fill(numbers, with);
    return numbers[3] + other[3];
}

static inline __attribute__((always_inline)) int sum_of_two(int with) {
    int numbers[4];
    fill(numbers, with);
    return sum_of_last(with + 10, numbers);
}

int main(void) {
    int numbers[4];
    fill(numbers, 1);
    {
        int numbers[4];
        fill(numbers, 50);
        if (numbers[0] != 50) return 1;
    }
    for (int i = 0; i < 2; i++) {
        int numbers[4];
        fill(numbers, 60);
    }
    if (numbers[0] != 1 || numbers[3] != 4) return 2;
    if (sum_of_last(0, numbers) != 7) return 3;
    return sum_of_two(0) == 16 ? 5 : 4;
}
