/* Numbers and findings in words, as UTF-8 without escapes. Returned texts are transferred in
 * full. */
#ifndef TN_TOOLS_FIGURE_FIGURE_WORDS_H
#define TN_TOOLS_FIGURE_FIGURE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns "812 ns", "1.24 ms": three digits. */
char *tn_words_time(double seconds);
/* Returns "10 µs", "0.5 µs" for an axis, without trailing zeros. */
char *tn_words_tick(double seconds);
/* Returns words after "takes": "41 % longer"; from 2 "2.3 times as long". */
char *tn_words_longer(double ratio);
/* Returns "64K". */
char *tn_words_size(int64_t size);
/* Returns "16K to 4M", or one size if equal. */
char *tn_words_sizes(int64_t first, int64_t last);
char *tn_words_ranks(int64_t ranks);
bool tn_is_library(const char *algorithm);
/* Returns "Open MPI's default", "MPICH 4.3's default"; other algorithms unchanged. */
char *tn_words_algorithm(const char *algorithm);

#endif
