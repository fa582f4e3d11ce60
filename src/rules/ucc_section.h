/* Sections of UCC's file, which are for certain teams: "[vendor=intel team_size=4-8 nnodes=1]".
 * Source: ucc_parse_section_name_to_desc and ucc_check_section of src/utils/ucc_parser.c. */
#ifndef TN_RULES_UCC_SECTION_H
#define TN_RULES_UCC_SECTION_H

#include "rule_lines.h"

/* Reads a range of numbers, "4" or "4-8". Returns false for other texts. */
bool tn_ucc_read_range(const char *text, gint64 *ret_from, gint64 *ret_to);
/* Reports a section that UCC rejects or that never applies. */
void tn_ucc_check_section(GArray *flaws, const struct tn_config_line *line);
/* Returns true if one team can match both sections (their texts in brackets). */
bool tn_ucc_may_both_apply(const char *section, const char *other);

#endif
