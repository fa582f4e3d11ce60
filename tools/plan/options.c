#include "options.h"

#include <string.h>

#include "algos/registry.h"
#include "platform/quantity.h"

#define BOTH (TN_CMD_RUN | TN_CMD_MODEL)
#define SELECTS (BOTH | TN_CMD_MEASURE)
#define TIMES (TN_CMD_RUN | TN_CMD_MEASURE)
#define ALL (SELECTS | TN_CMD_SHOW)
#define LIKE (ALL | TN_CMD_FIT)

const struct tn_option_info tn_options[TN_N_OPTIONS] = {
  [TN_OPT_PLATFORM] = { "platform", "p", NULL, "platform", "name", TN_OPTION_VALUE, "NAME[,...]",
                        NULL,
                        SELECTS | TN_CMD_COMPARE | TN_CMD_REPLAY | TN_CMD_DOCTOR | TN_CMD_REPORT,
                        "platforms: a name (see list platforms), a file or synthetic:STRING; "
                        "doctor: one, on which it is simulated what mechanisms cost; "
                        "measure: of this machine (default: host); compare: that of PREDICTED, "
                        "where its path names none; report: files of those platforms of the rows "
                        "that are not found by name" },
  [TN_OPT_LIKE] = { "like", NULL, NULL, "platform", "like", TN_OPTION_VALUE, "NAME", NULL,
                    BOTH | TN_CMD_SHOW | TN_CMD_FIT | TN_CMD_CALIBRATE | TN_CMD_REPLAY,
                    "platform whose parameters are taken where a synthetic topology, an import "
                    "or a calibration has none; calibrate: default broadwell" },
  [TN_OPT_MAPPING] = { "mapping", NULL, "--map-by", "platform", "mapping", TN_OPTION_VALUE,
                       "HOW[,...]", "core", SELECTS | TN_CMD_REPLAY,
                       "placement of ranks: core, pu, numa, socket, node, device (near each rank's "
                       "device; default with --memory device) or, last in a list, list:0,4,8" },
  [TN_OPT_SET] = { "set", NULL, NULL, NULL, NULL, TN_OPTION_PAIR, "PARAM=VALUES", NULL,
                   LIKE | TN_CMD_VALIDATE | TN_CMD_REPLAY,
                   "override platform parameters (see list parameters); each value of a list is "
                   "run; memory_bandwidth=368GB/s:package: of a whole core, llc, domain, package "
                   "or node; validate: one value, for the machines of all claims" },
  [TN_OPT_COLLECTIVE] = { "collective", "c", NULL, "collective", "name", TN_OPTION_VALUE,
                          "NAME[,...]", NULL, SELECTS, "collectives (see list collectives)" },
  [TN_OPT_ALGORITHM] = { "algorithm", "a", NULL, "collective", "algorithm", TN_OPTION_VALUE,
                         "NAME[,...]", "all", SELECTS | TN_CMD_REPLAY,
                         "algorithms (see list algorithms), by MPI libraries' names too: "
                         "ompi:NAME, mpich:NAME, ucc:NAME, xhc:NAME or Open MPI's number; all: "
                         "every one but library:*; cma: the CMA paper's (Chakraborty et al., "
                         "2017); ompi, mpich, ucc, xhc, ompi-4.1: all that the library or the "
                         "release has; NAME@TRANSPORT: over that one; replay: what each is "
                         "compared by, for all collectives that have it, or "
                         "bcast=NAME+allreduce=NAME, each with @MECHANISM "
                         "and @TRANSPORT where they are its own (default: the reference alone)" },
  [TN_OPT_PARAM] = { "param", "P", NULL, NULL, NULL, TN_OPTION_PAIR, "NAME=VALUES", NULL,
                     SELECTS | TN_CMD_REPLAY,
                     "values of an algorithm's parameter, e.g. throttle=2,4,8 or "
                     "throttle=1..p-1; several joined by semicolons" },
  [TN_OPT_RANKS] = { "ranks", "n", "-np", "collective", "ranks", TN_OPTION_VALUE, "COUNTS", NULL,
                     SELECTS | TN_CMD_REPLAY | TN_CMD_DOCTOR | TN_CMD_TRACE,
                     "numbers of ranks, e.g. 2,4,8..16 (default: the platform's); doctor: one, for "
                     "this machine and the platform (default: a rank for each core); trace "
                     "skeleton: one" },
  [TN_OPT_SIZE] = { "size", "s", "-m", "collective", "size", TN_OPTION_VALUE, "SIZES", "1K..4M",
                    SELECTS, "bytes, e.g. 4K,64K or, by powers of two, 64K..4M" },
  [TN_OPT_COUNTS] = { "counts", NULL, NULL, "collective", "counts", TN_OPTION_VALUE, "FILE", NULL,
                      SELECTS,
                      "sizes of the ranks' blocks instead of --size, one a line, of scatterv, "
                      "gatherv, allgatherv, alltoallv and reduce_scatter; alltoallv: to each rank "
                      "from all, or a line for each pair, by sender" },
  [TN_OPT_ROOT] = { "root", NULL, NULL, "collective", "root", TN_OPTION_VALUE, "RANKS", "0",
                    SELECTS, "roots of the collective, e.g. 0,10" },
  [TN_OPT_IN_PLACE] = { "in-place", NULL, NULL, "collective", "in-place", TN_OPTION_FLAG, NULL,
                        "no", SELECTS | TN_CMD_REPLAY, "use MPI_IN_PLACE" },
  [TN_OPT_TYPE] = { "type", NULL, NULL, "collective", "type", TN_OPTION_VALUE, "TYPE", "float32",
                    SELECTS | TN_CMD_REPLAY,
                    "element of a reduction: float32, float64, int32 or uint8" },
  [TN_OPT_OP] = { "op", NULL, NULL, "collective", "op", TN_OPTION_VALUE, "OP", "sum", SELECTS,
                  "operation of a reduction: sum" },
  [TN_OPT_ITERATIONS] = { "iterations", NULL, NULL, "application", "iterations", TN_OPTION_VALUE,
                          "N", "1000", TN_CMD_REPLAY, "iterations of an application's skeleton" },
  [TN_OPT_SIMULATE] = { "simulate", NULL, NULL, "application", "simulate", TN_OPTION_VALUE, "N",
                        "200", TN_CMD_REPLAY,
                        "iterations that are simulated at most; their time is scaled to all" },
  [TN_OPT_CALLS] = { "calls", NULL, NULL, "application", "calls", TN_OPTION_LIST, "CALLS", NULL,
                     TN_CMD_REPLAY,
                     "the collectives of an iteration, joined by semicolons, e.g. 'allreduce 8 "
                     "x4', "
                     "'bcast 64K root=in-turn'; root=blocks: as owners of blocks of iterations" },
  [TN_OPT_COMPUTATION] = { "computation", NULL, NULL, "application", "computation", TN_OPTION_VALUE,
                           "TIME", "0", TN_CMD_REPLAY,
                           "what each rank computes in an iteration, in equal parts before its "
                           "calls" },
  [TN_OPT_IMBALANCE] = { "imbalance", NULL, NULL, "application", "imbalance", TN_OPTION_VALUE,
                         "SPEC", "none", TN_CMD_REPLAY,
                         "what ranks compute more in an iteration: uniform(0,10us), normal(5us) "
                         "(its standard deviation), rank(5,1ms) or file:PATH (ns, one per rank)" },
  [TN_OPT_FRESH] = { "fresh", NULL, NULL, "application", "fresh", TN_OPTION_FLAG, NULL, "no",
                     TN_CMD_REPLAY, "each call has buffers of its own" },
  [TN_OPT_WORKING_SET] = { "working-set", NULL, NULL, "application", "working-set", TN_OPTION_VALUE,
                           "SIZE", "0", TIMES | TN_CMD_REPLAY,
                           "bytes that each rank writes before each call; older buffers, and "
                           "code, leave its caches" },
  [TN_OPT_LAW] = { "law", NULL, NULL, "model", "law", TN_OPTION_VALUE, "LAW", "batched", TN_CMD_RUN,
                   "how the callers of a page lock are served: batched or queue (see list laws)" },
  [TN_OPT_MECHANISM] = { "mechanism", NULL, NULL, "model", "mechanism", TN_OPTION_VALUE,
                         "NAME[,...]", NULL, SELECTS | TN_CMD_REPLAY,
                         "how bytes are copied: cma, knem, xpmem, memfd, cico, or between "
                         "devices device-ipc, device-staged, device-mapped; xpmem/cico takes the "
                         "first that an algorithm has (default: the algorithm's own)" },
  [TN_OPT_MEMORY] = { "memory", NULL, NULL, "model", "memory", TN_OPTION_VALUE, "WHERE", "host",
                      SELECTS,
                      "where the user's buffers are: host, or device, of a platform that names "
                      "devices (by default one rank each, --mapping device); --mechanism of "
                      "devices implies it" },
  [TN_OPT_TRANSPORT] = { "transport", NULL, NULL, "model", "transport", TN_OPTION_VALUE,
                         "NAME[,...]", NULL,
                         TN_CMD_RUN | TN_CMD_SHOW | TN_CMD_REPLAY | TN_CMD_FIT | TN_CMD_EXPORT |
                             TN_CMD_REPORT,
                         "messages as a library's release sends them (see list transports); --set "
                         "overrides single values (default: the platform's); replay: of a trace by "
                         "default as its library; platform fit: the library of the measured "
                         "messages, whose limits are held" },
  [TN_OPT_KERNEL] = { "kernel", NULL, NULL, "model", "kernel", TN_OPTION_VALUE, "NAME[,...]", NULL,
                      BOTH | TN_CMD_SHOW | TN_CMD_REPLAY,
                      "kernel profile: paper, linux-6 or, on a calibrated platform, measured "
                      "(default: the platform's)" },
  [TN_OPT_BACKING] = { "backing", NULL, NULL, "model", "backing", TN_OPTION_VALUE, "NAME[,...]",
                       NULL, SELECTS | TN_CMD_REPLAY,
                       "pages of the buffers: base, thp or hugetlb (default: the platform's)" },
  [TN_OPT_IDEAL] = { "ideal", NULL, NULL, "model", "ideal", TN_OPTION_FLAG, NULL, "no", TN_CMD_RUN,
                     "leave out what the closed forms leave out, e.g. caches and flags" },
  [TN_OPT_EXACT] = { "exact", NULL, NULL, "model", "exact", TN_OPTION_FLAG, NULL, "no", TN_CMD_RUN,
                     "simulate each fragment of messages through shared memory, however many "
                     "there are" },
  [TN_OPT_PRECISION] = { "precision", NULL, NULL, "model", "precision", TN_OPTION_VALUE, "PERCENT",
                         "0.5%", TN_CMD_RUN,
                         "how far off times of very many fragments may be, so that they come soon: "
                         "above 0, to 10% (column precision: 0 where they are exact)" },
  [TN_OPT_PROTOCOL] = { "protocol", NULL, NULL, "model", "protocol", TN_OPTION_VALUE, "NAME",
                        "single", TIMES,
                        "loop of the benchmark: single, osu and imb synchronise before each "
                        "call; imb-old does not, and moves the root on (of 4 MiB IMB then made "
                        "about 10 calls: --repetitions 10); nccl-tests does not, with one root" },
  [TN_OPT_WARMUP] = { "warmup", NULL, NULL, "model", "warmup", TN_OPTION_VALUE, "N", NULL, TIMES,
                      "calls before the timed ones (default: 1; --protocol osu: until messages "
                      "have used each of their slots; nccl-tests: 5)" },
  [TN_OPT_REPETITIONS] = { "repetitions", NULL, NULL, "model", "repetitions", TN_OPTION_VALUE, "N",
                           "1", TIMES,
                           "timed calls (--protocol nccl-tests: default 20); measure: default up "
                           "to 1000, fewer when they agree or --budget is spent" },
  [TN_OPT_BUFFERS] = { "buffers", NULL, NULL, "model", "buffers", TN_OPTION_VALUE, "STATE[,...]",
                       "unchanged", TIMES | TN_CMD_REPLAY,
                       "what a call finds in its buffers: unchanged, rewritten, new or cold "
                       "memory; replay: that are not fresh (default rewritten)" },
  [TN_OPT_ARRIVAL] = { "arrival", NULL, NULL, "model", "arrival", TN_OPTION_VALUE, "SPEC",
                       "barrier", TIMES,
                       "delays at entry: barrier (as a dissemination barrier leaves them), "
                       "barrier:NAME (as a library's own does: ompi, mpich, intel or a release, "
                       "e.g. ompi-4.0, default where a library is named under osu and imb; or an "
                       "algorithm's name), uniform(0,10us), ascending(0,10us) or "
                       "descending(0,10us) by rank, late(RANK,10us) or file:PATH (ns, one per "
                       "line); tune --objective worst-arrival: several, joined by semicolons" },
  [TN_OPT_NOISE] = { "noise", NULL, NULL, "noise", "spec", TN_OPTION_LIST, "SPEC", "none", TIMES,
                     "periodic:..., poisson:..., inject:... or file:PATH; may be repeated; several "
                     "with bars between them come one after another: 'none|periodic:...'" },
  [TN_OPT_SEED] = { "seed", NULL, NULL, "noise", "seed", TN_OPTION_VALUE, "N", "1",
                    TIMES | TN_CMD_REPLAY,
                    "seed of all random draws; several (1..20): rows of each, and as text their "
                    "means, with intervals" },
  [TN_OPT_VERIFY] = { "verify", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TIMES,
                      "copy real bytes and check every rank's result" },
  [TN_OPT_TIMELINE] = { "timeline", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE", NULL, TIMES,
                        "the last call of a single point as JSON for Chrome's or Perfetto's "
                        "viewer: each rank's copies and waits, and the critical path; with "
                        "FILE.trace in Paje's format (ViTE), with FILE.goal as LogGOPSim's "
                        "schedule" },
  [TN_OPT_DELAY_MAP] = { "delay-map", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "RANK:TIME", NULL,
                         TN_CMD_RUN,
                         "instead of rows: which ranks a delay of RANK reaches in the last call, "
                         "when and by how much (text or csv); it stands still from the ranks' "
                         "meeting on, or with RANK:TIME@BEGIN from a time after it" },
  [TN_OPT_UNCERTAINTY] = { "uncertainty", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                           TN_CMD_RUN,
                           "run each point again with each parameter that it was charged by moved "
                           "by its stated error: adds low_us and high_us, the range of avg_us" },
  [TN_OPT_JITTER] = { "jitter", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "N", NULL, TN_CMD_RUN,
                      "run each point N times more with all rates and times moved by up to 1e-9: "
                      "jitter_low_us and jitter_high_us, what that does to avg_us" },
  [TN_OPT_REFERENCE] = { "reference", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "ALGORITHM", NULL,
                         SELECTS | TN_CMD_TUNE | TN_CMD_REPLAY,
                         "text: show the ratio to this algorithm's time too; tune: its time over "
                         "the winner's; replay: what the program uses (default: what traces tell, "
                         "else the first of several algorithms, or library:ompi)" },
  [TN_OPT_OBJECTIVE] = { "objective", NULL, NULL, "plot", "metric", TN_OPTION_VALUE, "TIME", "avg",
                         TIMES | TN_CMD_PLOT | TN_CMD_COMPARE | TN_CMD_EXPORT | TN_CMD_REPORT,
                         "the metric to minimise: avg (over the ranks), its median, p5 (5th "
                         "percentile) or p95-under-noise over calls, max (the slowest rank's) or "
                         "span (last entry to last exit); rows have all; compare: without it "
                         "the median where measured averages were disturbed; tune: or "
                         "worst-arrival, the time from the last entry to the last exit under the "
                         "arrivals that are worst for each choice" },
  [TN_OPT_AMONG] = { "among", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "LIBRARY", NULL,
                     TN_CMD_TUNE | TN_CMD_REPLAY,
                     "only what this library has can win: ompi, mpich, ucc or xhc, or a release, "
                     "e.g. ompi-5.0; tune: implies --defaults; replay: implies --tune, and says "
                     "what to set" },
  [TN_OPT_DEFAULTS] = { "defaults", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "LIBRARY", NULL,
                        TN_CMD_TUNE,
                        "what this library takes by default, what that loses, and the nearest "
                        "choice that it has; names as for --among" },
  [TN_OPT_RANGES] = { "ranges", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "N", NULL, TN_CMD_TUNE,
                      "the best table of at most N ranges of sizes, one choice each, and what it "
                      "loses; with --tree N leaves" },
  [TN_OPT_LOSS] = { "loss", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "PERCENT", NULL,
                    TN_CMD_TUNE | TN_CMD_EXPORT | TN_CMD_REPORT,
                    "the table of the fewest ranges that loses no more than this at any size; with "
                    "--tree the fewest leaves; export and report, with --for: in any state of the "
                    "buffers (default 2)" },
  [TN_OPT_ONE_TREE] = { "tree", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_TUNE,
                        "tune, with --loss or --ranges: one decision tree over ranks and sizes "
                        "instead of a table for each number of ranks" },
  [TN_OPT_SEARCH] = { "search", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_TUNE,
                      "find winners without running every point, and say how many were run" },
  [TN_OPT_ROBUST] = { "robust", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_TUNE,
                      "one choice for all platforms, kernels, buffers and --set values of the "
                      "selection: the one that costs least where it costs most; of one alone, with "
                      "each parameter moved by its stated error" },
  [TN_OPT_AGAINST] = { "against", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "ROWS", NULL,
                       TN_CMD_SENSITIVITY,
                       "rows of the same points with other times, measured or of another platform "
                       "file: which single parameter would explain the difference" },
  [TN_OPT_BESIDE] = { "beside", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "COLUMN", NULL,
                      TN_CMD_TUNE,
                      "text: print tables that differ in this column only next to each other, e.g. "
                      "kernel; with mechanism the best of each (as a list of --mechanism does)" },
  [TN_OPT_COLUMNS] = { "columns", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "OURS=THEIRS[,...]",
                       NULL, TN_CMD_COMPARE | TN_CMD_FIT | TN_CMD_IMPORT,
                       "names of the columns in CSV by other programs, e.g. avg_us=latency; "
                       "repeat=run for one that numbers repeats; platform fit: distance, home, "
                       "peer, children, bytes, us" },
  [TN_OPT_TUNED] = { "tune", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_REPLAY,
                     "also with the best algorithm for each collective and size class of this "
                     "program" },
  [TN_OPT_PROFILE] = { "profile", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "TRACE", NULL,
                       TN_CMD_TUNE,
                       "tune for the calls of a traced program, in place of -c, -n and -s; says "
                       "what share of its time each kind takes" },
  [TN_OPT_PICTURE] = { "plot", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE", NULL,
                       TN_CMD_COMPARE | TN_CMD_CALIBRATE | TN_CMD_TUNE,
                       "compare: predicted against measured times, as FILE.svg or FILE.png; "
                       "calibrate: folder for a picture of each fitted line; tune: each "
                       "mechanism's best time over the best of all, as FILE.svg or FILE.png" },
  [TN_OPT_MAX_ERROR] = { "max-error", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "PERCENT", NULL,
                         TN_CMD_COMPARE | TN_CMD_FIT,
                         "exit with status 1 when the median absolute error of a group is larger; "
                         "platform fit: of --check" },
  [TN_OPT_MAX_REGRET] = { "max-regret", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "PERCENT", NULL,
                          TN_CMD_COMPARE,
                          "exit with status 1 when the mean regret of a group is larger" },
  [TN_OPT_SAME_STATE] = { "same-state", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                          TN_CMD_COMPARE,
                          "leave out rows that were measured in another state of the machine than "
                          "the calibration's (see column state)" },
  [TN_OPT_WHERE] = { "where", NULL, NULL, NULL, NULL, TN_OPTION_LIST, "COLUMN=VALUE", NULL,
                     TN_CMD_COMPARE,
                     "compare only rows that are so; a file without the column keeps all; may be "
                     "repeated" },
  [TN_OPT_KIND] = { "kind", NULL, NULL, "plot", "kind", TN_OPTION_VALUE, "KIND", "latency",
                    TN_CMD_PLOT,
                    "latency, slowdown (over the fastest), relative (throughput), parts, shares "
                    "(parts in percent), messages (by distance), delays (of --delay-map's CSV), "
                    "noise (bars over seeds, with what each noise costs) or gamma" },
  [TN_OPT_X] = { "x", NULL, NULL, "plot", "x", TN_OPTION_VALUE, "NAME", NULL, TN_CMD_PLOT,
                 "column or parameter along the axis (latency: size_bytes)" },
  [TN_OPT_BY] = { "by", NULL, NULL, "plot", "by", TN_OPTION_VALUE, "NAME[,...]", NULL,
                  TN_CMD_PLOT | TN_CMD_COMPARE,
                  "plot: columns or parameters that have a line for each value (default: all that "
                  "differ); compare: one column, each value apart" },
  [TN_OPT_TOP] = { "top", NULL, NULL, "plot", "top", TN_OPTION_VALUE, "N", NULL, TN_CMD_PLOT,
                   "only the N best lines: those that are the fastest anywhere, then by mean "
                   "slowdown; the legend counts the others; pictures of bars (parts, shares, "
                   "messages) take no --top" },
  [TN_OPT_TITLE] = { "title", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "TEXT", NULL, TN_CMD_REPORT,
                     "title of the page, a date for instance" },
  [TN_OPT_SENSITIVITY] = { "sensitivity", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "N", "3",
                           TN_CMD_REPORT,
                           "how many of the closest simulated decisions to simulate again, to show "
                           "what they depend on: at most N, 0 to 100" },
  [TN_OPT_PAPER] = { "paper", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "NAME", "all",
                     TN_CMD_VALIDATE, "claims of one paper, e.g. split" },
  [TN_OPT_ERRORS] = { "errors", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                      TN_CMD_VALIDATE | TN_CMD_TUNE,
                      "validate: judge again with each parameter moved by its stated error: a "
                      "claim whose verdict changes is undecided (minutes for a claim, an hour or "
                      "more for all); tune: with --robust, each parameter moved by its stated "
                      "error, too" },
  [TN_OPT_STRICT] = { "strict", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_VALIDATE,
                      "exit with status 1 when a claim fails to which nothing was fitted" },
  [TN_OPT_MESSAGES] = { "p2p", NULL, NULL, NULL, NULL, TN_OPTION_LIST, "FILE", NULL,
                        TN_CMD_FIT | TN_CMD_IMPORT,
                        "one message's time by distance or peer, and bytes: CSV, or text of "
                        "osu_latency or PingPong as FILE:distance=CLASS; may be repeated" },
  [TN_OPT_TREE] = { "tree", NULL, NULL, NULL, NULL, TN_OPTION_LIST, "FILE", NULL, TN_CMD_FIT,
                    "a flat tree's time (average over its ranks) by children too: CSV, or text of "
                    "a linear bcast as FILE:distance=CLASS,children=N; may be repeated" },
  [TN_OPT_MATRIX] = { "matrix", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE", NULL, TN_CMD_FIT,
                      "core-to-core latencies in ns: CSV, lower triangle, no header" },
  [TN_OPT_CLASSES] = { "classes", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "WORD=CLASS[,...]", NULL,
                       TN_CMD_FIT | TN_CMD_IMPORT,
                       "distance classes of the words in column distance; other words are left "
                       "out" },
  [TN_OPT_ASSUME] = { "assume", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "WHAT", "best", TN_CMD_FIT,
                      "how long messages travel: serial (the sender copies in), fragments "
                      "(simulate with --mechanism cico), parallel (single copies), queued; or "
                      "best" },
  [TN_OPT_ROWS] = { "rows", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE[:COLUMN=VALUE,...]",
                    NULL, TN_CMD_FIT | TN_CMD_TUNE,
                    "platform fit: measured rows of one algorithm, in any form that compare "
                    "reads, to which the simulator is fitted; tune: keep the rows in this file, "
                    "and run only what it lacks" },
  [TN_OPT_TAKE] = { "take", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "WHICH[;...]", "time=avg",
                    TN_CMD_FIT,
                    "which rows and times of --rows are fitted, e.g. "
                    "'ranks=2,time=avg+max;ranks=25,size=1K..64K'; all groups have the same "
                    "weight" },
  [TN_OPT_FREE] = { "free", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "PARAM[,...]", NULL,
                    TN_CMD_FIT, "parameters that are fitted to --rows" },
  [TN_OPT_CHECK] = { "check", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_FIT,
                     "simulate osu_latency on the new platform beside the messages of --p2p" },
  [TN_OPT_FOR] = { "for", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "RELEASE", NULL,
                   TN_CMD_LINT | TN_CMD_EXPORT | TN_CMD_SWEEP | TN_CMD_TUNE | TN_CMD_REPORT,
                   "the library's release: ompi-4.1, ompi-5.0 (from 5.0.7 on), ompi-6.0 (JSON), "
                   "ompi-6.0-classic, mpich-4.0, mpich-4.3, mpich-5.0, mvapich-plus, ucc, xhc or "
                   "ucx; sweep and tune: unless these are given, its algorithms and its own "
                   "decision, its transport, and buffers both unchanged and rewritten; report: its "
                   "rules, too" },
  [TN_OPT_BASE] = { "base", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE[,FILE]", NULL,
                    TN_CMD_EXPORT,
                    "for MPICH: the default tables of its release, which the winners are written "
                    "into: mpir/generic.json and ch4/generic.json in maint/tuning/coll of its "
                    "sources, or libmpich.so, which holds both" },
  [TN_OPT_FORMAT] = { "format", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FORMAT", "text",
                      ALL | TN_CMD_VALIDATE | TN_CMD_COMPARE | TN_CMD_REPLAY | TN_CMD_TRACE |
                          TN_CMD_DOCTOR,
                      "text, csv or json (explain: text or json); rows also as osu; claims, "
                      "comparisons and tune's decisions also as markdown" },
  [TN_OPT_OUTPUT] = { "output", "o", NULL, NULL, NULL, TN_OPTION_VALUE, "FILE", NULL,
                      LIKE | TN_CMD_CALIBRATE | TN_CMD_PLOT | TN_CMD_VALIDATE | TN_CMD_COMPARE |
                          TN_CMD_REPLAY | TN_CMD_TRACE | TN_CMD_DOCTOR | TN_CMD_EXPORT |
                          TN_CMD_REPORT | TN_CMD_MERGE,
                      "file to write to instead of stdout" },
  [TN_OPT_RESUME] = { "resume", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_SWEEP,
                      "continue an interrupted sweep whose rows (csv) are in -o FILE" },
  [TN_OPT_FORCE] = { "force", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_SWEEP,
                     "overwrite the rows of this sweep, interrupted, in -o FILE" },
  [TN_OPT_STORE] = { "store", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "FILE", NULL, TN_CMD_SWEEP,
                     "keep the rows in this database (SQLite), and run only what it lacks: may be "
                     "interrupted, and filled by several sweeps at once; export writes its rows" },
  [TN_OPT_PLAN] = { "plan", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no", TN_CMD_SWEEP,
                    "run nothing but a few samples: say how many points there are, how many of "
                    "them --store lacks, and about how long they take" },
  [TN_OPT_SHARD] = { "shard", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "I/N", NULL, TN_CMD_SWEEP,
                     "only the I-th of N parts of the points, of about the same cost; the parts "
                     "are the same everywhere, and together all points" },
  [TN_OPT_JOBS] = { "jobs", "j", NULL, NULL, NULL, TN_OPTION_VALUE, "N", NULL,
                    TN_CMD_RUN | TN_CMD_VALIDATE | TN_CMD_REPLAY | TN_CMD_DOCTOR | TN_CMD_REPORT,
                    "worker processes (default: the processors online)" },
  [TN_OPT_POINT_TIMEOUT] = { "point-timeout", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "TIME", NULL,
                             TN_CMD_RUN,
                             "processor time after which a point has failed, e.g. 60s (default: "
                             "none); the others go on" },
  [TN_OPT_OVERSUBSCRIBE] = { "oversubscribe", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                             TN_CMD_MEASURE, "allow more ranks than cores" },
  [TN_OPT_BUDGET] = { "budget", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "TIME", NULL,
                      TN_CMD_MEASURE | TN_CMD_CALIBRATE,
                      "time for everything together, e.g. 60s; measure: default a second per "
                      "row; calibrate: default 30s" },
  [TN_OPT_ONLY] = { "only", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "PROBE[,...]", NULL,
                    TN_CMD_CALIBRATE, "run these probes only; --like gives the other parameters" },
  [TN_OPT_DEVICE] = { "device", NULL, NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                      TN_CMD_CALIBRATE,
                      "measure a GPU of NVIDIA too, the first that its driver shows "
                      "(libcuda.so.1)" },
  [TN_OPT_STAGGER] = { "stagger", NULL, NULL, NULL, NULL, TN_OPTION_VALUE, "BYTES", "256",
                       TN_CMD_MEASURE,
                       "offset within a page of each rank's buffers from those of the previous "
                       "rank" },
  [TN_OPT_KEY] = { "config", "C", NULL, NULL, NULL, TN_OPTION_PAIR, "GROUP.KEY=VALUE", NULL,
                   SELECTS | TN_CMD_PLOT | TN_CMD_REPLAY, "set any key of a scenario" },
  [TN_OPT_HELP] = { "help", "h", NULL, NULL, NULL, TN_OPTION_FLAG, NULL, "no",
                    LIKE | TN_CMD_CALIBRATE | TN_CMD_PLOT | TN_CMD_VALIDATE | TN_CMD_COMPARE |
                        TN_CMD_REPLAY | TN_CMD_TRACE | TN_CMD_DOCTOR | TN_CMD_LINT | TN_CMD_EXPORT |
                        TN_CMD_MERGE | TN_CMD_REPORT,
                    "show this help; =GROUP: a group of options, or all" },
};

bool tn_option_is_of(enum tn_option o, unsigned command)
{
  const unsigned many = TN_CMD_SWEEP | TN_CMD_TUNE, one = TN_CMD_EXPLAIN | TN_CMD_SENSITIVITY;
  const unsigned refused = o == TN_OPT_TIMELINE || o == TN_OPT_DELAY_MAP   ? many | one
                           : o == TN_OPT_UNCERTAINTY || o == TN_OPT_JITTER ? TN_CMD_TUNE | one
                           : o == TN_OPT_VERIFY || o == TN_OPT_REFERENCE   ? one
                           : o == TN_OPT_OBJECTIVE                         ? TN_CMD_EXPLAIN
                                                                           : 0;
  return tn_options[o].commands & command && !(refused & command);
}

static void pair_free(void *data)
{
  struct tn_pair *pair = data;
  g_free(pair->name);
  g_free(pair->value);
  g_free(pair->where);
  g_free(pair);
}

struct tn_settings *tn_settings_new(void)
{
  struct tn_settings *s = g_new0(struct tn_settings, 1);
  s->params = g_ptr_array_new_with_free_func(pair_free);
  s->sets = g_ptr_array_new_with_free_func(pair_free);
  s->rows = g_ptr_array_new_with_free_func(g_free);
  return s;
}

void tn_settings_free(struct tn_settings *s)
{
  if (!s)
    return;
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    g_free(s->value[o]);
    g_free(s->where[o]);
  }
  g_ptr_array_unref(s->params);
  g_ptr_array_unref(s->sets);
  g_ptr_array_unref(s->rows);
  g_free(s);
}

const char *tn_settings_get(const struct tn_settings *s, enum tn_option o)
{
  if (o == TN_OPT_OUTPUT && g_strcmp0(s->value[o], "-") == 0)
    return NULL; /* standard output, as without it */
  return s->value[o] ? s->value[o] : tn_options[o].preset;
}

const char *tn_settings_changed(const struct tn_settings *s, enum tn_option o)
{
  const char *text = tn_settings_get(s, o);
  return g_strcmp0(text, tn_options[o].preset) == 0 ? NULL : text;
}

const char *tn_settings_where(const struct tn_settings *s, enum tn_option o)
{
  return s->where[o] ? s->where[o] : tn_options[o].name;
}

GPtrArray *tn_all_param_names(void)
{
  GPtrArray *names = g_ptr_array_new();
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++) {
    for (int i = 0; i < tn_algorithm_n_params(*a); i++) {
      g_ptr_array_add(names, (void *)(*a)->params[i].name);
      if ((*a)->params[i].alias)
        g_ptr_array_add(names, (void *)(*a)->params[i].alias);
    }
  }
  g_ptr_array_add(names, NULL);
  return names;
}

static void pair_put(GPtrArray *pairs, const char *name, const char *value, const char *where)
{
  struct tn_pair *pair = g_new0(struct tn_pair, 1);
  pair->name = g_strdup(name);
  pair->value = g_strdup(value);
  pair->where = g_strdup(where);
  for (guint i = 0; i < pairs->len; i++) {
    const struct tn_pair *old = pairs->pdata[i];
    if (strcmp(old->name, name) == 0) {
      g_ptr_array_remove_index(pairs, i);
      break;
    }
  }
  g_ptr_array_add(pairs, pair);
}

static bool put_pair(struct tn_settings *s, enum tn_option o, const char *text, const char *where,
                     GError **error)
{
  const char *equals = strchr(text, '=');
  g_autofree char *name = equals ? g_strndup(text, equals - text) : NULL;
  if (!equals || equals == text || !equals[1])
    return tn_usage(error, "%s: \"%s\" is not %s", where, text, tn_options[o].argument);
  pair_put(o == TN_OPT_SET ? s->sets : s->params, name, equals + 1, where);
  return true;
}

/* "segment=16384;throttle=8", as rows have it, since no value has a semicolon. */
static bool put_params(struct tn_settings *s, const char *text, const char *where, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, ";", -1);
  for (int i = 0; i == 0 || words[i]; i++)
    if (!put_pair(s, TN_OPT_PARAM, words[i] ? words[i] : "", where, error))
      return false;
  return true;
}

bool tn_settings_put(struct tn_settings *s, enum tn_option o, const char *text, const char *where,
                     GError **error)
{
  const struct tn_option_info *info = &tn_options[o];
  if (o == TN_OPT_PARAM)
    return put_params(s, text, where, error);
  if (info->kind == TN_OPTION_PAIR)
    return put_pair(s, o, text, where, error);
  if (info->kind == TN_OPTION_FLAG && strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
    return tn_usage(error, "%s: \"%s\" is neither yes nor no", where, text);
  if (!*text)
    return tn_usage(error, "%s: empty (%s)", where, info->help);
  char *before = s->value[o];
  s->value[o] =
      info->kind == TN_OPTION_LIST && before ? g_strjoin(";", before, text, NULL) : g_strdup(text);
  g_free(before);
  g_free(s->where[o]);
  s->where[o] = g_strdup(where);
  return true;
}
