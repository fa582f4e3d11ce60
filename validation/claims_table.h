/* Builds a paper's table of claims. The including file defines TABLES (the array), PAPER and ROWS
 * (the file of rows, included four times). All rows are in one array to keep their order. No
 * include guard: each paper includes this file once, after the definitions for its rows. TEXT(name,
 * text): a text for several rows. TABLE(name, place, title): begins the rows of part `place` of the
 * paper. ROW(claim, where, machine, class, collective, text, members of struct tn_claim): a claim
 * on a machine. WORDS(claim, where, class, text, note): a claim that is not judged. */
#include "verbs.h"

#define TN_JOIN(a, b) a##b
#define TN_NUMBERED(a, b) TN_JOIN(a, b)

#define TABLE(name, place, title)
#define ROW(...)
#define WORDS(...)
#define TEXT(name, text) static const char name[] = text;
#include ROWS
#undef TABLE
#undef ROW
#undef WORDS
#undef TEXT

#define TEXT(name, text)
enum {
#define TABLE(name, place, title) BEFORE_##name, FIRST_##name, AGAIN_##name = BEFORE_##name,
#define ROW(...) TN_NUMBERED(AT_, __COUNTER__),
#define WORDS(...) TN_NUMBERED(AT_, __COUNTER__),
#include ROWS
#undef TABLE
#undef ROW
#undef WORDS
};

static const struct tn_claim rows[] = {
#define TABLE(name, place, title) { .id = NULL },
#define ROW(number, place, machine, kind, what, words, ...)                                        \
  ITEM(.id = number, .paper = PAPER, .where = place, machine, .class = TN_##kind,                  \
       .collective = TN_##what, .text = words, __VA_ARGS__),
#define WORDS(number, place, kind, words, why)                                                     \
  { .id = number, .paper = PAPER, .where = place, .class = TN_##kind, .text = words, .note = why },
#include ROWS
  { .id = NULL },
#undef TABLE
#undef ROW
#undef WORDS
};

#define ROW(...)
#define WORDS(...)
#define TABLE(name, place, a_title) [place] = { .title = a_title, .claims = &rows[FIRST_##name] },

enum { MAX_TABLES = 7 };
const struct tn_claim_table TABLES[MAX_TABLES + 1] = {
#include ROWS
};
