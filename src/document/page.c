/* Head and style sheet of a self-contained HTML page, without colours. */
#include "markup.h"

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
    "<link rel=\"icon\" href=\"data:,\"/>\n";

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
    "svg text{font-size:12px}\n"
    "table{border-collapse:collapse;font-size:.875rem;line-height:1.4;"
    "font-variant-numeric:tabular-nums;margin:.25rem 0 1rem;min-width:min(100%,28rem)}\n"
    "caption{text-align:left;padding:.25rem 0 .4rem;max-width:min(46rem,calc(100vw - 2rem))}\n"
    "th,td{text-align:left;padding:.28rem .7rem .28rem 0;vertical-align:top;white-space:pre-line;"
    "border-bottom:1px solid var(--rule)}\n"
    "th{font-weight:600}\n"
    "thead th{white-space:nowrap;color:var(--muted);font-weight:600;border-bottom:1px solid "
    "var(--muted)}\n"
    "tbody th[scope=rowgroup]{padding-top:.9rem}\n"
    "td.n,th.n{text-align:right;white-space:nowrap}\n"
    "td.w,th.w{white-space:nowrap}\n"
    "td.hot{font-weight:650}\n"
    ".key{display:inline-block;min-width:1.35em;padding:0 .2em;margin-right:.4em;text-align:center;"
    "font-weight:650;font-size:.8125rem;line-height:1.4;border-radius:.2em}\n"
    ".p1,.p2{background-image:linear-gradient(45deg,var(--on) 4px,transparent 4px)}"
    ".p2{background-image:linear-gradient(45deg,var(--on) 4px,transparent 4px),"
    "linear-gradient(225deg,var(--on) 4px,transparent 4px)}\n"
    "details{margin:.5rem 0 1rem}\n"
    "summary{cursor:pointer;color:var(--h0);font-size:.9375rem;padding:.2rem 0}\n"
    "pre{margin:.4rem 0 1rem;padding:.75rem .9rem;background:var(--panel);border-radius:.35rem;"
    "font:.8125rem/1.5 ui-monospace,\"DejaVu Sans Mono\",\"Liberation Mono\",monospace;"
    "white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "@media "
    "print{html{font-size:11px}body{max-width:none;padding:0}nav,details:not([open]){display:"
    "none}h2,h3,h4,caption{break-after:avoid}figure,tr,pre{break-inside:avoid}"
    "thead th,td.w,td.n{white-space:normal}.scroll{overflow:visible}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n";

void tn_page_begin(GString *s, const char *title, const char *colours)
{
  g_string_append(s, head);
  tn_markup(s, "<title>%s</title>\n", title);
  g_string_append_printf(s, "<style>\n%s%s</style>\n</head>\n<body>\n", colours, sheet);
  tn_markup(s, "<header><h1>%s</h1>\n</header>\n<main>\n", title);
}

void tn_page_end(GString *s)
{
  g_string_append(s, "</main>\n</body>\n</html>\n");
}
