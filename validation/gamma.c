/* Writes the section on the page lock's contention factor gamma. */
#include "scoreboard.h"

#include "contention/lock.h"
#include "document/wrap.h"

static const char title[] = "## Where gamma comes from, and how far it reaches\n\n";

static const char what[] = "gamma(c) is how many times longer locking and pinning a page takes "
                           "with c callers at one lock. All throttle factors depend on it.";

static const char origin[] =
    "**From the CMA paper's fit.** Its Table IV prints gamma = a c^2 + b c for three machines, "
    "fitted by its authors to measurements (Fig. 5) whose points are not published. The platform "
    "files hold these numbers, and the rows of that paper below rest on them:";

static const char fit_head[] =
    "| machine | a | b | gamma(2) | gamma(4) | gamma(8) | all readers | us a page with all |\n"
    "|---|---|---|---|---|---|---|---|\n";

static const char odds[] = "Three departures, where the paper contradicts itself:";

static const char *const departures[] = {
  "1. gamma(1) is 1 by definition; the printed polynomials give 1.71 (KNL), 1.01 (Broadwell) and "
  "1.99 (Power8).",
  "2. In the text gamma jumps where callers are on two packages; in the polynomials it does not. "
  "By them 32 (160 ranks) or 20 (20 ranks) is Power8's best throttle factor, where the paper says "
  "10. A further parameter, `gamma_cross`, was therefore *fitted* to that 10 (1.8), so that no row "
  "of Power8 on it is a test. On Broadwell it is 1, and the simulator does not show the jump "
  "(C012).",
  "3. The paper takes gamma of p readers where p - 1 read. Here it is that of p - 1: up to 3 % "
  "less time, and the best factor by KNL's formula is 7 instead of 8.",
  NULL
};

static const char today[] = "**A current kernel has a different law.** Measured by us on Linux "
                            "6.18 (a virtual machine with two Zen 3 cores; 256 pages of 4 KiB):";

static const char today_table[] =
    "| callers | ns a page | gamma |\n"
    "|---|---|---|\n"
    "| one | 190 | 1 |\n"
    "| two, the same pages | 265 to 660 | 1.4, up to 3.5 when disturbed |\n"
    "| two, other pages of the same 2 MiB | 262 to 380 | 1.4 to 2.0 |\n"
    "| two, other 2 MiB of the same process | 192 to 198 | 1.0 |\n"
    "| two, other processes | 192 to 208 | 1.0 to 1.1 |\n";

static const char others[] =
    "The lock is one per page-table page (2 MiB of address space), not one per process as the "
    "paper found on its kernels (C017). On a transparent huge page 512 pages take 2.5 us instead "
    "of 97, with two readers 3.3 us. Nothing was measured here with more than two callers. What "
    "others have published of one address space (page faults, posts on the linux-mm list; another "
    "path of the kernel) grows about linearly, and far less than Table IV:";

static const char others_table[] =
    "| time of a page fault, times that of one alone | threads of one process | as many processes "
    "|\n"
    "|---|---|---|\n"
    "| 16, on a virtual machine of 16 processors, 2019 | 3.9 | 3.1 |\n"
    "| 24, on a virtual machine of 24 processors, 2019 | 4.9 | 3.5 |\n"
    "| 24, on 24 cores (pages of a shared file), 2018 | 8.0 | 1.5 |\n";

static const char profiles[] =
    "**So there are two kernel profiles.** `paper`: one lock per process, Table IV, on the three "
    "machines of that paper only. `linux-6`: a lock per page-table page, whose callers hand it "
    "over by its cache line (docs/model.md, \"The page lock\"): linear in many callers, by line "
    "latencies, with two constants that are the same for all machines. A linear gamma has no best "
    "throttle factor: the throttle factors of the cma rows do not apply to a current kernel, and "
    "readers 2 MiB apart do not disturb each other. `turnstile calibrate` measures a machine's own "
    "gamma from six readers on. The xhc rows use `linux-6`; of them only those that copy by CMA or "
    "fault pages in (C088, C089, C091, C092) depend on it.";

static void paragraph(FILE *file, const char *text)
{
  tn_paragraph(file, 0, "%s", text);
  fputs("\n", file);
}

/* Writes a machine's row of the table, "| knl | 0.11 | ... |". */
static bool write_machine(FILE *file, const char *name, GError **error)
{
  struct tn_platform *pf = tn_platform_load(name, NULL, error);
  double v[TN_N_PARAMS];
  const char *const no_sets[] = { NULL };
  const bool known = pf && tn_platform_resolve(pf, TN_KERNEL_PAPER, no_sets, v, error);
  if (known) {
    const double a = v[TN_P_GAMMA_A], b = v[TN_P_GAMMA_B];
    const int all = (int)v[TN_P_DEFAULT_RANKS] - 1;
    const double most = tn_gamma(a, b, all);
    fprintf(file, "| %s | %g | %g | %.2f | %.2f | %.2f | %.0f (%d) | %.1f |\n", name, a, b,
            tn_gamma(a, b, 2), tn_gamma(a, b, 4), tn_gamma(a, b, 8), most, all,
            most * v[TN_P_PIN_TIME] * 1e6);
  }
  tn_platform_free(pf);
  return known;
}

bool tn_gamma_section(FILE *file, GError **error)
{
  fputs(title, file);
  paragraph(file, what);
  paragraph(file, origin);
  static const char *const machines[] = { "knl", "broadwell", "power8" };
  fputs(fit_head, file);
  for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
    if (!write_machine(file, machines[i], error))
      return false;
  fputs("\n", file);
  paragraph(file, odds);
  for (int i = 0; departures[i]; i++)
    tn_paragraph(file, 3, "%s", departures[i]);
  fputs("\n", file);
  paragraph(file, today);
  fprintf(file, "%s\n", today_table);
  paragraph(file, others);
  fprintf(file, "%s\n", others_table);
  paragraph(file, profiles);
  return true;
}
