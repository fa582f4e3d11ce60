#include "signals.h"

#include <poll.h>
#include <stddef.h>
#include <unistd.h>

volatile sig_atomic_t tn_signal_caught;

static void on_signal(int number)
{
  tn_signal_caught = number;
}

void tn_signals_catch(void)
{
  const struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
  struct sigaction before;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
}

void tn_signals_end_unread(void)
{
  struct pollfd out = { .fd = STDOUT_FILENO };
  if (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR))
    return;
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

void tn_signals_end(void)
{
  const int number = tn_signal_caught;
  if (!number)
    return;
  signal(number, SIG_DFL);
  raise(number);
}
