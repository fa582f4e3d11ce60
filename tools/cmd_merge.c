/* merge: several stores in one. */
#include <stdio.h>

#include "commands.h"
#include "plan/user_file.h"
#include "store/store_merge.h"
#include "store/store_read.h"

bool tn_cmd_merge(struct tn_settings *s, GError **error)
{
  const char *target = tn_settings_get(s, TN_OPT_OUTPUT);
  struct tn_store_state state;
  if (s->rows->len == 0 || !target)
    return tn_usage(error, "merge: %s",
                    target ? "no STORE (what sweep --store wrote)" : "into which store? (-o FILE)");
  for (guint i = 0; i < s->rows->len; i++)
    tn_contents_note(s->rows->pdata[i]);
  if (tn_contents_has(target))
    return tn_usage(error, "%s: it is read: name another file to write", target);
  if (!tn_store_merge(target, (char *const *)s->rows->pdata, s->rows->len, error) ||
      !tn_store_state(target, &state, error))
    return false;
  fprintf(stderr, "turnstile: merge: %s: %u of %u points have their row\n", target, state.n_rows,
          state.n_points);
  return true;
}
