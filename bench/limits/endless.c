// Never ends by itself.
int main(void) {
    volatile unsigned n = 0;
    for (;;)
        n++;
}
