/* Numbers and findings in words, as UTF-8 that is not escaped yet. */
#ifndef TN_TOOLS_FIGURE_FIGURE_WORDS_H
#define TN_TOOLS_FIGURE_FIGURE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns three figures with a unit: "812 ns", "1.24 ms". Transfer full. */
char *tn_words_time(double seconds);
/* The same without zeros at the end: "10 µs", "0.5 µs". Transfer full. */
char *tn_words_tick(double seconds);
/* What stands behind "takes": "41 % longer", from 2 on "2.3 times as long". Transfer full. */
char *tn_words_takes(double ratio);
/* "64K". Transfer full. */
char *tn_words_size(int64_t size);
/* "16K to 4M", or one of them when they are equal. Transfer full. */
char *tn_words_sizes(int64_t first, int64_t last);
/* "64 ranks". Transfer full. */
char *tn_words_ranks(int64_t ranks);
bool tn_is_library(const char *algorithm);
/* "Open MPI's default", "MPICH 4.3's default"; other algorithms as they are. Transfer full. */
char *tn_words_algorithm(const char *algorithm);

#endif
