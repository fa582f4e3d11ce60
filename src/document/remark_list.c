#include "document.h"

void tn_note_add(GPtrArray *remarks, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_ptr_array_add(remarks, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

void tn_document_remarks(struct tn_document *d, const GPtrArray *remarks, bool all,
                         const char *also)
{
  /* formats other than text always have all remarks */
  all = all || !tn_document_is_for(d, TN_FOR_TEXT);
  const guint shown = all ? remarks->len : MIN(2, remarks->len);
  const guint hidden = remarks->len - shown;
  g_autofree char *rest = hidden ? g_strdup_printf("%s%u more note%s", also ? " and " : "", hidden,
                                                   hidden == 1 ? "" : "s")
                                 : g_strdup("");
  g_autofree char *hint = hidden || (also && !all)
                              ? g_strdup_printf(" (--notes adds %s%s)", also ? also : "", rest)
                              : g_strdup("");
  if (shown || *hint)
    tn_document_gap(d);
  for (guint i = 0; i < shown; i++)
    tn_document_paragraph(d, 2, "%s%s", (const char *)remarks->pdata[i],
                          i + 1 == shown ? hint : "");
  if (shown == 0 && *hint)
    tn_document_paragraph(d, 2, "%s", hint + 1);
}
