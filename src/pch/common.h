/* What nearly every file of the larger folders includes, compiled once for each of these folders by
 * the program's build. The tests' builds have none (-Db_pch=false): each file includes what it uses. */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
