/* Numbers and findings in words, as UTF-8 without escapes. Returned texts are transferred in
 * full. */
#ifndef TN_TOOLS_FIGURE_FIGURE_WORDS_H
#define TN_TOOLS_FIGURE_FIGURE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns a time with three digits and a unit: "812 ns", "1.24 ms". Transfer full. */
char *tn_words_time(double seconds);
/* Returns "10 µs", "0.5 µs" for an axis, without trailing zeros. */
char *tn_words_tick(double seconds);
/* Returns the words that follow "takes": "41 % longer"; for a ratio of 2 or more "2.3 times as
 * long". Transfer full. */
char *tn_words_longer(double ratio);
/* Returns a size in bytes as text: "64K". Transfer full. */
char *tn_words_size(int64_t size);
/* Returns a range of sizes as text: "16K to 4M", or one size if both are equal. Transfer full. */
char *tn_words_sizes(int64_t first, int64_t last);
char *tn_words_ranks(int64_t ranks);
bool tn_is_library(const char *algorithm);
/* Returns "Open MPI's default" or "MPICH 4.3's default" for a library's decision, and the name of
 * any other algorithm unchanged. Transfer full. */
char *tn_words_algorithm(const char *algorithm);

#endif
