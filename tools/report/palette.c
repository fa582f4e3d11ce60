#include "palette.h"

#include <string.h>

const struct tn_colour tn_hues[TN_N_HUES] = {
  { "h0", "#0a63a8", "#74b9f2" }, { "h1", "#b5430c", "#ff9d6b" }, { "h2", "#0b7350", "#56cf9f" },
  { "h3", "#8a3f9a", "#d5a3e8" }, { "h4", "#806000", "#e2c04f" }, { "h5", "#0a7386", "#58cfe0" },
  { "h6", "#b3245a", "#ff92b4" }, { "h7", "#4d5a66", "#b4bec8" },
};

const struct tn_colour tn_tones[TN_N_TONES] = {
  [TN_TONE_GROUND] = { "ground", "#ffffff", "#14171a" },
  [TN_TONE_PANEL] = { "panel", "#f4f6f8", "#1e2328" },
  [TN_TONE_TEXT] = { "text", "#1b1f23", "#e8eaed" },
  [TN_TONE_MUTED] = { "muted", "#56606a", "#a6b0ba" },
  [TN_TONE_RULE] = { "rule", "#d5dade", "#3a4148" },
  [TN_TONE_FAINT] = { "faint", "#8a949e", "#6f7983" },
  [TN_TONE_ON] = { "on", "#ffffff", "#14171a" },
  [TN_TONE_PACKAGE] = { "package", "#eef1f4", "#20262c" },
  [TN_TONE_NUMA] = { "numa", "#dce8f3", "#24364a" },
  [TN_TONE_LLC] = { "llc", "#f6e8c9", "#4a3d1d" },
  [TN_TONE_CORE] = { "core", "#6fae95", "#5c9c83" },
};

static const char sheet[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}\n"
    "body{margin:0 auto;max-width:68rem;padding:2rem 1rem 4rem;background:var(--ground);"
    "color:var(--text);font:1rem/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
    "\"Liberation Sans\",sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem;font-weight:650}\n"
    "h2{font-size:1.45rem;line-height:1.25;margin:2.75rem 0 .75rem;padding-top:1.1rem;"
    "border-top:1px solid var(--rule);font-weight:650}\n"
    "h3{font-size:1.2rem;line-height:1.3;margin:2.5rem 0 .5rem;font-weight:650}\n"
    "h4{font-size:1rem;margin:1.75rem 0 .35rem;font-weight:650}\n"
    "p,ul,ol{margin:.5rem 0 .9rem;max-width:46rem}\n"
    "ul.plain{list-style:none;padding:0}\n"
    "li{margin:.3rem 0}\n"
    "a{color:var(--h0)}\n"
    ".lead{font-size:1.08rem;max-width:50rem}\n"
    ".muted,figcaption,caption{color:var(--muted);font-size:.875rem}\n"
    "nav ul{display:flex;flex-wrap:wrap;gap:.2rem "
    "1.1rem;list-style:none;padding:0;max-width:none}\n"
    "nav li{margin:0}\n"
    "figure{margin:0 0 1.25rem}\n"
    "figcaption{max-width:46rem;margin-bottom:.4rem}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));"
    "gap:0 2rem;align-items:start}\n"
    ".pair>*{min-width:0}\n"
    ".scroll{overflow-x:auto;max-width:100%}\n"
    ".scroll:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--h0);"
    "outline-offset:2px}\n"
    "svg{display:block;font-family:inherit}\n"
    "svg.fluid{width:100%;height:auto}\n"
    "svg text{fill:var(--text);font-size:12px}\n"
    "svg text.m{fill:var(--muted)}\n"
    "svg text.t{font-weight:650}\n"
    "svg text.on{fill:var(--on);font-weight:650}\n"
    ".grid{stroke:var(--rule);stroke-width:1;fill:none}\n"
    ".axis{stroke:var(--muted);stroke-width:1;fill:none}\n"
    ".back{stroke:var(--faint);stroke-width:1;fill:none;opacity:.65}\n"
    ".line{stroke-width:2;fill:none;stroke-linejoin:round}\n"
    ".dash{stroke-dasharray:6 4}.dots{stroke-dasharray:2 3}\n"
    ".ink{fill:var(--on)}\n"
    ".piece{stroke:var(--ground);stroke-width:1}\n"
    ".ground{fill:var(--ground)}\n"
    ".edge{stroke:var(--muted);stroke-width:1}\n"
    ".c-package{fill:var(--package)}.c-numa{fill:var(--numa)}.c-llc{fill:var(--llc)}"
    ".c-core{fill:var(--core)}\n"
    "table{border-collapse:collapse;font-size:.875rem;line-height:1.4;"
    "font-variant-numeric:tabular-nums;margin:.25rem 0 1rem;min-width:min(100%,28rem)}\n"
    "caption{text-align:left;padding:.25rem 0 .4rem;max-width:min(46rem,calc(100vw - 2rem))}\n"
    "th,td{text-align:left;padding:.28rem .7rem .28rem 0;vertical-align:top;"
    "border-bottom:1px solid var(--rule)}\n"
    "th{font-weight:600}\n"
    "thead th{white-space:nowrap;color:var(--muted);font-weight:600;border-bottom:1px solid "
    "var(--muted)}\n"
    "tbody th[scope=rowgroup]{padding-top:.9rem}\n"
    "td.n,th.n{text-align:right;white-space:nowrap}\n"
    "td.w,th.w{white-space:nowrap}\n"
    "td.hot{font-weight:650}\n"
    ".key{display:inline-block;min-width:1.35em;padding:0 .2em;margin-right:.4em;text-align:center;"
    "font-weight:650;font-size:.8125rem;line-height:1.4;border-radius:.2em;color:var(--on)}\n"
    ".p1,.p2{background-image:linear-gradient(45deg,var(--on) 4px,transparent 4px)}"
    ".p2{background-image:linear-gradient(45deg,var(--on) 4px,transparent 4px),"
    "linear-gradient(225deg,var(--on) 4px,transparent 4px)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;padding:0;"
    "margin:.4rem 0 .6rem;font-size:.875rem;max-width:none}\n"
    ".legend li{margin:0}\n"
    "details{margin:.5rem 0 1rem}\n"
    "summary{cursor:pointer;color:var(--h0);font-size:.9375rem;padding:.2rem 0}\n"
    "pre{margin:.4rem 0 1rem;padding:.75rem .9rem;background:var(--panel);border-radius:.35rem;"
    "font:.8125rem/1.5 ui-monospace,\"DejaVu Sans Mono\",\"Liberation Mono\",monospace;"
    "white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "code{font:.875em ui-monospace,\"DejaVu Sans Mono\",\"Liberation Mono\",monospace}\n"
    "@media "
    "print{html{font-size:11px}body{max-width:none;padding:0}nav,details:not([open]){display:"
    "none}h2,h3,h4,caption{break-after:avoid}figure,tr,pre{break-inside:avoid}"
    "thead th,td.w,td.n{white-space:normal}.scroll{overflow:visible}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n";

static void append_scheme(GString *s, gboolean is_dark)
{
  g_string_append(s, ":root{");
  for (int i = 0; i < TN_N_TONES; i++)
    g_string_append_printf(s, "--%s:%s;", tn_tones[i].name,
                           is_dark ? tn_tones[i].dark : tn_tones[i].light);
  for (int i = 0; i < TN_N_HUES; i++)
    g_string_append_printf(s, "--%s:%s;", tn_hues[i].name,
                           is_dark ? tn_hues[i].dark : tn_hues[i].light);
  g_string_append(s, "}");
}

void tn_style_append(GString *s)
{
  append_scheme(s, FALSE);
  /* Paper is light whatever the screen is. */
  g_string_append(s, "\n@media screen and (prefers-color-scheme:dark){");
  append_scheme(s, TRUE);
  g_string_append(s, "}\n");
  for (int i = 0; i < TN_N_HUES; i++)
    g_string_append_printf(s,
                           ".f%d{fill:var(--h%d)}.s%d{stroke:var(--h%d)}.b%d{background:var(--h%d)}"
                           "svg text.k%d{fill:var(--h%d);font-weight:650}\n",
                           i, i, i, i, i, i, i, i);
  g_string_append(s, sheet);
}

void tn_style_append_plain(GString *s, const char *class)
{
  static const struct {
    const char *class, *attribute;
    enum tn_tone tone;
    const char *more;
  } plain[] = {
    { "fluid", NULL, 0, " font-family=\"sans-serif\" font-size=\"12\"" },
    { "m", "fill", TN_TONE_MUTED, "" },
    { "t", "fill", TN_TONE_TEXT, " font-weight=\"650\"" },
    { "on", "fill", TN_TONE_ON, " font-weight=\"650\"" },
    { "grid", "stroke", TN_TONE_RULE, " fill=\"none\"" },
    { "axis", "stroke", TN_TONE_MUTED, " fill=\"none\"" },
    { "back", "stroke", TN_TONE_FAINT, " fill=\"none\" opacity=\".65\"" },
    { "line", NULL, 0, " fill=\"none\" stroke-width=\"2\"" },
    { "dash", NULL, 0, " stroke-dasharray=\"6 4\"" },
    { "dots", NULL, 0, " stroke-dasharray=\"2 3\"" },
    { "ink", "fill", TN_TONE_ON, "" },
    { "piece", "stroke", TN_TONE_GROUND, "" },
    { "edge", "stroke", TN_TONE_MUTED, "" },
    { "ground", "fill", TN_TONE_GROUND, "" },
    { "c-package", "fill", TN_TONE_PACKAGE, "" },
    { "c-numa", "fill", TN_TONE_NUMA, "" },
    { "c-llc", "fill", TN_TONE_LLC, "" },
    { "c-core", "fill", TN_TONE_CORE, "" },
  };
  const char *hue = *class && g_ascii_isdigit(class[1]) && !class[2]
                        ? tn_hues[(class[1] - '0') % TN_N_HUES].light
                        : NULL;
  if (hue)
    g_string_append_printf(s, " %s=\"%s\"", *class == 's' ? "stroke" : "fill", hue);
  for (size_t i = 0; i < G_N_ELEMENTS(plain); i++) {
    if (strcmp(plain[i].class, class) != 0)
      continue;
    if (plain[i].attribute)
      g_string_append_printf(s, " %s=\"%s\"", plain[i].attribute, tn_tones[plain[i].tone].light);
    g_string_append(s, plain[i].more);
  }
}
