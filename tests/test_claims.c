/* The scoreboard's machinery, with claims made up here. */
#include <criterion/criterion.h>
#include <string.h>

#include "claims/claims.h"

static struct tn_ask scatter(const char *params)
{
  return (struct tn_ask){ .collective = "scatter", .algorithm = "throttled-read",
                          .params = params, .size = 65536 };
}

static void judge_by_throttle(struct tn_judge *j)
{
  const struct tn_ask one = scatter("throttle=1"), six = scatter("throttle=6");
  tn_require(j, tn_ask(j, &six)->avg < tn_ask(j, &one)->avg);
  tn_figure(j, "%s", "first");
  tn_figure(j, "%d", 2);
}

static void judge_the_contrary(struct tn_judge *j)
{
  const struct tn_ask one = scatter("throttle=1"), six = scatter("throttle=6");
  tn_require(j, tn_ask(j, &six)->avg > tn_ask(j, &one)->avg);
}

/* Larger sizes first, and again: points must not be mixed up by the order of asking. */
static void judge_by_size(struct tn_judge *j)
{
  static const size_t sizes[] = { 1 << 20, 4096, 65536, 4096 };
  double times[G_N_ELEMENTS(sizes)];
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    struct tn_ask ask = scatter(NULL);
    ask.size = sizes[i];
    times[i] = tn_ask(j, &ask)->avg;
  }
  tn_require(j, times[1] < times[2] && times[2] < times[0]);
  tn_require(j, !(times[1] < times[3]) && !(times[3] < times[1]));
}

static void judge_what_is_not_there(struct tn_judge *j)
{
  const struct tn_ask ask = { .collective = "scatter", .algorithm = "sorcery", .size = 1 };
  tn_require(j, tn_ask(j, &ask)->avg < 0);
}

static void judge_by_values(struct tn_judge *j)
{
  const struct tn_ask here = scatter(NULL);
  struct tn_ask there = here;
  there.platform = "broadwell";
  there.ranks = 28;
  const double a = tn_ask_value(j, &here, TN_P_ALPHA), b = tn_ask_value(j, &there, TN_P_ALPHA);
  tn_figure(j, "%.2f %.2f", a * 1e6, b * 1e6);
  tn_require(j, tn_ask_model(j, &here) > a);
}

static GPtrArray *judge_one(void (*judge)(struct tn_judge *))
{
  static struct tn_claim claim;
  g_autoptr(GPtrArray) claims = g_ptr_array_new();
  int signal_number = -1;
  claim = (struct tn_claim){ .id = "T1", .platform = "knl", .ranks = 64, .judge = judge };
  g_ptr_array_add(claims, &claim);
  GPtrArray *findings = tn_claims_judge(claims, 2, &signal_number);
  cr_assert_not_null(findings);
  cr_assert_eq(signal_number, 0);
  cr_assert_eq(findings->len, 1);
  return findings;
}

static void expect(void (*judge)(struct tn_judge *), enum tn_verdict verdict, const char *figures)
{
  g_autoptr(GPtrArray) findings = judge_one(judge);
  const struct tn_finding *f = findings->pdata[0];
  cr_expect_eq(f->verdict, verdict, "%s", tn_verdict_names[f->verdict]);
  cr_expect_str_eq(f->figures, figures);
}

Test(claims, verdicts)
{
  expect(judge_by_throttle, TN_HOLDS, "first; 2");
  expect(judge_the_contrary, TN_FAILS, "");
  expect(judge_by_size, TN_HOLDS, "");
  expect(judge_by_values, TN_HOLDS, "1.43 0.98");
}

Test(claims, what_the_simulator_lacks_is_not_testable)
{
  expect(judge_what_is_not_there, TN_UNTESTABLE, "no scatter \"sorcery\"");
}

Test(claims, tables_are_sound)
{
  static const struct tn_claim *const tables[] = { tn_claims_cma_replay, tn_claims_cma_patterns,
                                                   tn_claims_cma_rooted, tn_claims_cma_others };
  for (size_t t = 0; t < G_N_ELEMENTS(tables); t++) {
    for (const struct tn_claim *c = tables[t]; c->id; c++) {
      cr_expect(c->paper && c->where && c->platform && c->ranks > 0 && c->text && c->judge, "%s",
                c->id);
      cr_expect(!strchr(c->text, '|') && !strchr(c->note ? c->note : "", '|'),
                "%s: breaks the table", c->id);
      cr_expect(c->from <= c->to || c->to == 0, "%s", c->id);
    }
  }
}
