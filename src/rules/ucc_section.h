/* Sections of UCC's file: "[vendor=intel team_size=4-8 nnodes=1]". Source:
 * ucc_parse_section_name_to_desc and ucc_check_section of src/utils/ucc_parser.c. */
#ifndef TN_RULES_UCC_SECTION_H
#define TN_RULES_UCC_SECTION_H

#include "rule_lines.h"

/* Reads "4" or "4-8"; returns false for other texts. */
bool tn_ucc_read_range(const char *text, gint64 *ret_from, gint64 *ret_to);
/* Reports sections that UCC refuses or that never apply. */
void tn_ucc_check_section(GArray *flaws, const struct tn_config_line *line);
/* Returns true if a team can match both sections (texts in brackets). */
bool tn_ucc_may_both_apply(const char *section, const char *other);

#endif
