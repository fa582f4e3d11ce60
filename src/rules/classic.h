/* What writer and reader of classic files agree on. */
#ifndef TN_RULES_CLASSIC_H
#define TN_RULES_CLASSIC_H

/* A comment that ends with a target's name: whose reading of communicator sizes is meant. */
#define TN_CLASSIC_MARK "written for "

#endif
