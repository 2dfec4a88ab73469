/* What __builtin_cpu_init and __builtin_cpu_supports ask: a processor without any extension, so that a program takes
 * its portable code. The layout is that of libgcc and compiler-rt. */

struct {
	unsigned vendor;
	unsigned type;
	unsigned subtype;
	unsigned features[1];
} __cpu_model;

unsigned __cpu_features2[3];

struct {
	unsigned long long features;
} __aarch64_cpu_features;

int __cpu_indicator_init(void)
{
	return 0;
}

void __init_cpu_features_resolver(void)
{
}

void __init_cpu_features(void)
{
}
