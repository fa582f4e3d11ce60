/* Headers that nearly every file of the larger folders includes; the program's build compiles them
 * once for each of these folders. The tests' builds have none (-Db_pch=false): there each file
 * includes what it uses. */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
