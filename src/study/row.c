#include "row.h"

#include <math.h>
#include <string.h>

const struct tn_row_column tn_row_columns[] = {
#define TN_COLUMN(role, name, kind, field)                                                         \
  { name, TN_ROW_##kind, offsetof(struct tn_row, field), TN_ROLE_##role },
#define PART(part, name, ...)                                                                      \
  { name "_us", TN_ROW_TIME, offsetof(struct tn_row, parts) + (part) * sizeof(double),             \
    TN_ROLE_RESULT },
#define TN_COLUMNS_OF_PARTS(list) list(PART)
#include "row.def"
#undef TN_COLUMN
#undef TN_COLUMNS_OF_PARTS
};
const int tn_row_n_columns = G_N_ELEMENTS(tn_row_columns);

const char *const tn_source_names[] = { "sim", "model", "measured", "imported", NULL };

static const struct {
  const char *column, *title, *description;
} objectives[TN_N_OBJECTIVES] = {
  [TN_OBJECTIVE_AVG] = { "avg_us", "mean over ranks", "mean over ranks of each rank's own time" },
  [TN_OBJECTIVE_SPAN] = { "span_us", "last entry to last exit", "last entry to last exit" },
  [TN_OBJECTIVE_MEDIAN] = { "avg_median_us", "mean over ranks, median of calls",
                            "mean over ranks of each rank's own time, median over calls" },
  [TN_OBJECTIVE_P5] = { "avg_p5_us", "mean over ranks, 5th percentile of calls",
                        "mean over ranks of each rank's own time, 5th percentile over calls" },
  [TN_OBJECTIVE_P95] = { "avg_p95_us", "mean over ranks, 95th percentile of calls",
                         "mean over ranks of each rank's own time, 95th percentile "
                         "over calls under the noise" },
  [TN_OBJECTIVE_MAX] = { "max_us", "of the slowest rank", "each rank's own time, of the slowest" },
};
const char *const tn_objective_names[] = { "avg", "span", "median", "p5", "p95-under-noise",
                                           "max", NULL };

const char *tn_objective_column(enum tn_objective objective)
{
  return objectives[objective].column;
}

const char *tn_objective_text(enum tn_objective objective)
{
  return objectives[objective].description;
}

const char *tn_objective_title(enum tn_objective objective)
{
  return objectives[objective].title;
}

const char *tn_source_name(enum tn_source source)
{
  return source < 0 ? "" : tn_source_names[source];
}

bool tn_source_predicts(enum tn_source source)
{
  return source == TN_SOURCE_SIM || source == TN_SOURCE_MODEL;
}

int tn_row_column(const char *name)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    if (strcmp(tn_row_columns[c].name, name) == 0)
      return c;
  return -1;
}

static const void *field_of(const struct tn_row *row, int column)
{
  return (const char *)row + tn_row_columns[column].offset;
}

static const char **name_of(struct tn_row *row, int column)
{
  return (const char **)((char *)row + tn_row_columns[column].offset);
}

void tn_row_name(const char **field, const char *text)
{
  char *interned = g_ref_string_new_intern(text);
  if (*field)
    g_ref_string_release((char *)*field);
  *field = interned;
}

static void forget(struct tn_row *row, int column)
{
  char *field = (char *)row + tn_row_columns[column].offset;
  switch (tn_row_columns[column].kind) {
  case TN_ROW_NAME:
    *(const char **)field = g_ref_string_new_intern("");
    break;
  case TN_ROW_VALUES:
    *(const struct tn_values **)field = tn_values_new("");
    break;
  case TN_ROW_COUNT:
    *(int64_t *)field = -1;
    break;
  case TN_ROW_TIME:
  case TN_ROW_SHARE:
    *(double *)field = NAN;
    break;
  case TN_ROW_SOURCE:
  case TN_ROW_ANSWER:
    *(int *)field = -1;
    break;
  }
}

struct tn_row *tn_row_new(void)
{
  struct tn_row *row = g_new0(struct tn_row, 1);
  for (int c = 0; c < tn_row_n_columns; c++)
    forget(row, c);
  tn_row_name(&row->memory, tn_user_memory_names[TN_MEMORY_HOST]);
  row->others = g_ref_string_new_intern("");
  row->file = g_ref_string_new_intern("");
  row->digits = 6;
  row->loss = NAN;
  return row;
}

struct tn_row *tn_row_copy(const struct tn_row *row)
{
  struct tn_row *copy = g_new(struct tn_row, 1);
  *copy = *row;
  for (int c = 0; c < tn_row_n_columns; c++)
    if (tn_row_columns[c].kind == TN_ROW_NAME)
      g_ref_string_acquire((char *)*name_of(copy, c));
  tn_values_ref(copy->params);
  tn_values_ref(copy->overrides);
  g_ref_string_acquire((char *)copy->others);
  g_ref_string_acquire((char *)copy->file);
  return copy;
}

void tn_row_free(struct tn_row *row)
{
  if (!row)
    return;
  for (int c = 0; c < tn_row_n_columns; c++)
    if (tn_row_columns[c].kind == TN_ROW_NAME)
      g_ref_string_release((char *)*name_of(row, c));
  tn_values_unref(row->params);
  tn_values_unref(row->overrides);
  g_ref_string_release((char *)row->others);
  g_ref_string_release((char *)row->file);
  g_free(row);
}

GPtrArray *tn_rows_new(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)tn_row_free);
}

double tn_row_seconds(double microseconds)
{
  const double most = 9e15; /* a double above 9e15 cannot represent all whole numbers */
  const double size = fabs(microseconds), product = size * 1e6;
  if (!(product < most))
    return microseconds * 1e-6;
  /* Rounds like printf, halves to even: the exact value is product + rest. */
  const double rest = fma(size, 1e6, -product);
  double whole = floor(product);
  const double part = product - whole;
  if (part > 0.5 || (part >= 0.5 && (rest > 0 || (!(rest < 0) && fmod(whole, 2) > 0))))
    whole++;
  return copysign(whole / 1e12, microseconds);
}

double tn_row_microseconds(double seconds)
{
  const double most = 9e15;
  return fabs(seconds) * 1e12 < most ? rint(seconds * 1e12) / 1e6 : seconds * 1e6;
}

double tn_row_share(double share)
{
  return rint(share * 1e6) / 1e6;
}

/* Returns a row's percentile or, if it is missing and all calls take the same time (one call, or
 * not measured), the average. */
static double over_calls(const struct tn_row *row, double time)
{
  const bool alike =
      row->calls == 1 || row->source == TN_SOURCE_SIM || row->source == TN_SOURCE_MODEL;
  return isnan(time) && alike ? row->avg : time;
}

/* A row without a noise value has no noise. */
const char *tn_row_noise(const struct tn_row *row)
{
  return *row->noise ? row->noise : "none";
}

bool tn_row_is_quiet(const struct tn_row *row)
{
  return strcmp(tn_row_noise(row), "none") == 0;
}

double tn_row_time(const struct tn_row *row, enum tn_objective objective)
{
  switch (objective) {
  case TN_OBJECTIVE_SPAN:
    return row->span;
  case TN_OBJECTIVE_MEDIAN:
    return over_calls(row, row->avg_median);
  case TN_OBJECTIVE_P5:
    return over_calls(row, row->avg_p5);
  case TN_OBJECTIVE_P95:
    return row->source == TN_SOURCE_SIM && tn_row_is_quiet(row) ? NAN : row->avg_p95;
  case TN_OBJECTIVE_MAX:
    return row->source == TN_SOURCE_MODEL ? row->avg : row->max;
  default:
    return row->avg;
  }
}

bool tn_row_same(const struct tn_row *a, const struct tn_row *b, int column)
{
  const void *x = field_of(a, column), *y = field_of(b, column);
  double s, t;
  switch (tn_row_columns[column].kind) {
  case TN_ROW_NAME:
  case TN_ROW_VALUES:
    return *(const void *const *)x == *(const void *const *)y;
  case TN_ROW_COUNT:
    return *(const int64_t *)x == *(const int64_t *)y;
  case TN_ROW_SOURCE:
  case TN_ROW_ANSWER:
    return *(const int *)x == *(const int *)y;
  default:
    s = *(const double *)x;
    t = *(const double *)y;
    return isnan(s) ? isnan(t) : s <= t && s >= t;
  }
}

bool tn_row_agrees(const struct tn_row *a, const struct tn_row *b, unsigned roles, int except)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    if (c != except && (tn_row_columns[c].role & roles) && !tn_row_same(a, b, c))
      return false;
  return true;
}

guint tn_row_hash_column(const struct tn_row *row, int column)
{
  const void *field = field_of(row, column);
  switch (tn_row_columns[column].kind) {
  case TN_ROW_NAME:
  case TN_ROW_VALUES:
    return g_direct_hash(*(const void *const *)field);
  case TN_ROW_COUNT:
    return g_int64_hash(field);
  case TN_ROW_SOURCE:
  case TN_ROW_ANSWER:
    return (guint) * (const int *)field;
  default:
    return isnan(*(const double *)field) ? 0 : g_double_hash(field);
  }
}

bool tn_row_has_value(const struct tn_row *row, int column)
{
  const void *field = field_of(row, column);
  switch (tn_row_columns[column].kind) {
  case TN_ROW_NAME:
    return **(const char *const *)field != '\0';
  case TN_ROW_VALUES:
    return (*(const struct tn_values *const *)field)->n > 0;
  case TN_ROW_COUNT:
    return *(const int64_t *)field >= 0;
  case TN_ROW_SOURCE:
  case TN_ROW_ANSWER:
    return *(const int *)field >= 0;
  default:
    return !isnan(*(const double *)field);
  }
}

guint tn_row_key_hash(const void *data)
{
  const struct tn_row_key *key = data;
  guint hash = 0;
  for (int c = 0; c < tn_row_n_columns; c++)
    if (c != key->except && (tn_row_columns[c].role & key->roles))
      hash = hash * 31 + tn_row_hash_column(key->row, c);
  return hash;
}

gboolean tn_row_key_equal(const void *x, const void *y)
{
  const struct tn_row_key *a = x, *b = y;
  return tn_row_agrees(a->row, b->row, a->roles, a->except);
}

guint tn_row_context_hash(const void *row)
{
  const struct tn_row_key key = { row, TN_ROLE_CONTEXT, -1 };
  return tn_row_key_hash(&key);
}

gboolean tn_row_context_equal(const void *a, const void *b)
{
  return tn_row_agrees(a, b, TN_ROLE_CONTEXT, -1);
}

enum { POINT = TN_ROLE_CONTEXT | TN_ROLE_CHOICE | TN_ROLE_SIZE };

guint tn_row_point_hash(const void *row)
{
  const struct tn_row_key key = { row, POINT, -1 };
  return tn_row_key_hash(&key);
}

gboolean tn_row_point_equal(const void *a, const void *b)
{
  return tn_row_agrees(a, b, POINT, -1);
}

double tn_row_number(const struct tn_row *row, int column)
{
  const void *field = field_of(row, column);
  switch (tn_row_columns[column].kind) {
  case TN_ROW_COUNT:
    return *(const int64_t *)field < 0 ? NAN : (double)*(const int64_t *)field;
  case TN_ROW_TIME:
    return tn_row_microseconds(*(const double *)field);
  case TN_ROW_SHARE:
    return *(const double *)field;
  default:
    return NAN;
  }
}

/* Returns the value of `name` in a text "name=value;..."; NULL if the text lacks it. Transfer
 * full. */
static char *value_in(const char *text, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = text; *at; at += strcspn(at, ";"), at += *at == ';')
    if (strncmp(at, name, length) == 0 && at[length] == '=')
      return g_strndup(at + length + 1, strcspn(at + length + 1, ";"));
  return NULL;
}

char *tn_row_param(const struct tn_row *row, const char *name)
{
  return g_strdup(tn_values_get(row->params, name));
}

char *tn_row_foreign(const struct tn_row *row, const char *name)
{
  return value_in(row->others, name);
}

void tn_row_add_foreign(struct tn_row *row, const char *name, const char *value)
{
  g_autofree char *own = g_strdelimit(g_strdup(name), ";=", '_');
  g_autofree char *text = g_strdelimit(g_strdup(value), ";", ',');
  g_autofree char *all = g_strconcat(row->others, *row->others ? ";" : "", own, "=", text, NULL);
  tn_row_name(&row->others, all);
}

/* Returns true if the text is a number with a fraction. Such a number is a result, not a
 * condition. */
static bool is_result(const char *text)
{
  return *text && strchr(text, '.') && strspn(text, "0123456789.eE+-") == strlen(text);
}

char *tn_row_differs(const struct tn_row *a, const struct tn_row *b)
{
  for (const char *at = a->others; a->others != b->others && *at;
       at += strcspn(at, ";"), at += *at == ';') {
    g_autofree char *name = g_strndup(at, strcspn(at, "="));
    g_autofree char *x = value_in(a->others, name), *y = value_in(b->others, name);
    if (y && strcmp(x, y) != 0 && !is_result(x) && !is_result(y))
      return g_steal_pointer(&name);
  }
  return NULL;
}
