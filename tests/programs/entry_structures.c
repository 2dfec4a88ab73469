// expect: paths=4 exits=0:3,1:1
// options: --entry inspect --target x86_64
// Structures as arguments of the entry, in registers and in memory, are inputs like others: one path per comparison
// that fails and one where none does.
struct small { short a, b; };
struct large { int numbers[8]; char last; };

int inspect(struct small s, struct large l) {
    if (s.b == 5 && l.numbers[7] == 6 && l.last == 'z')
        return 1;
    return 0;
}
