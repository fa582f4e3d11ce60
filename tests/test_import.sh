#!/bin/bash
# platform import of hwloc's XML: what the file states is taken, what is not used is named. Argument: turnstile.
. "$(dirname "$0")/lib.sh"
: >"$work/err"
cd "$work" || exit 1

# Objects of hwloc's XML; those of `object TYPE FIRST LAST NODES ATTRIBUTES` have the units FIRST to LAST.
sets() { printf 'cpuset="0x%x" complete_cpuset="0x%x" nodeset="0x%x" complete_nodeset="0x%x"' $((((1 << ($2 - $1 + 1)) - 1) << $1)) \
  $((((1 << ($2 - $1 + 1)) - 1) << $1)) "$3" "$3"; }
object() { echo "<object type=\"$1\" os_index=\"$2\" $(sets "$2" "$3" "$4") ${5-}>"; }
memory() { echo "<object type=\"NUMANode\" os_index=\"$1\" $(sets "$2" "$3" $((1 << $1))) $4>${5-}</object>"; }
cache() { object "L$1Cache" "$2" "$3" "$4" "cache_size=\"$5\" depth=\"$1\" cache_linesize=\"$6\" cache_type=\"0\""; }
cores() { for ((c = $1; c <= $2; c++)); do
  object Core "$c" "$c" "$3"; object PU "$c" "$c" "$3"; echo '</object></object>'; done; }
# node FILE VERSION UNITS NODES ARCHITECTURE: a machine of what comes on standard input; after a line "---" it
# is what follows the objects.
node() {
  local inside after
  inside=$(cat)
  after=${inside#*---}
  [ "$after" = "$inside" ] && after=
  { echo '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE topology SYSTEM "hwloc2.dtd">'
    echo "<topology version=\"$2\">"
    object Machine 0 $(($3 - 1)) "$4"
    [ -n "$5" ] && echo "<info name=\"Architecture\" value=\"$5\"/>"
    echo "${inside%%---*}</object>$after</topology>"; } >"$1"
}
# imports FILE PATTERN...: it is taken with these lines on stderr, and node.xml is right.
imports() {
  local file=$1
  shift
  says 0 '' platform import "$file" -o node.xml
  for pattern; do
    grep -Eq -- "$pattern" err || complain "$file: no /$pattern/"
  done
  "$turnstile" platform check node.xml >checked 2>&1 || { cp checked err; complain "$file: node.xml is wrong"; }
  "$turnstile" platform show node.xml --format csv >shown 2>err
}
# has PATTERN...: rows of what `platform show` prints of node.xml.
has() {
  for pattern; do
    cases=$((cases + 1))
    grep -Eq -- "$pattern" shown || complain "$pattern is not shown"
  done
}

two_kinds() {
  memory 0 0 3 'local_memory="17179869184"' '<page_type size="65536" count="9"/><page_type size="2097152" count="9"/>'
  cache 3 0 1 1 8388608 128; cache 2 0 0 1 524288 128; cores 0 0 1; echo '</object>'
  cache 2 1 1 1 524288 128; cores 1 1 1; echo '</object></object>'
  cache 3 2 3 1 16777216 128; cache 2 2 2 1 2097152 128; cores 2 2 1; echo '</object>'
  cache 2 3 3 1 2097152 128; cores 3 3 1; echo '</object></object>'
  echo '---<cpukind cpuset="0x3" forced_efficiency="718"/><cpukind cpuset="0xc" forced_efficiency="997"/>'
}
# Values of the file go before the relative's; one that cores do not share was not measured.
two_kinds | node kinds.xml 2.0 4 1 aarch64
imports kinds.xml '2 kinds of cores \(2 processing units of efficiency 0, 2 .* 1\): all get the relative.s rates' \
  'LLC caches differ, 8M to 16M: .*, 8M' 'L2 caches differ, 512K to 2M: .*, 512K'
has '^page_size,64K,.*,measured,' '^line_size,128,.*,measured,' '^llc_size,8M,.*,assumed,.*from 8M to 16M' \
  '^l2_size,512K,.*,assumed,.*from 512K to 2M'
# The same lines where the file is a platform itself.
says 0 '2 kinds of cores' run -p synthetic:kinds.xml --like graviton3 -c bcast -s 64 -a binomial
[ "$(grep -c 'kinds of cores' err)" = 1 ] || complain 'a remark stands there more than once'
refuse 2 'a topology of hwloc, not a platform .turnstile platform import' run -p kinds.xml -c bcast -s 64
two_kinds | node three.xml 3.0 4 1 aarch64
refuse 2 'is written by hwloc 3, and this program has hwloc 2.*lstopo --export-xml-flags 2 FILE.xml' \
  platform import three.xml

# Other systems' names of architectures; a maker of CPUs stands in for one that is missing.
for name in arm64 aarch64 ARM64 amd64 x86_64; do
  two_kinds | node named.xml 2.0 4 1 "$name"
  imports named.xml 'kinds'
  case $name in amd64 | x86_64) want=x86_64 ;; *) want=aarch64 ;; esac
  grep -q "id=\"architecture\" value=\"$want\"" node.xml || complain "$name is not $want"
done
{ echo '<info name="CPUImplementer" value="0x41"/>'; two_kinds; } | node maker.xml 2.0 4 1 ''
imports maker.xml 'kinds'
grep -q 'id="architecture" value="aarch64"' node.xml || complain 'a CPU of Arm is not aarch64'

# Cores of a die without memory use the nearest domain; the others keep their share of the package.
{ object Package 0 7 5; for d in 0 1 2 3; do
  nodes=$(((d == 0) | (d == 1) << 2))
  object Group $((2 * d)) $((2 * d + 1)) "$nodes" 'kind="0" subkind="0"'
  [ $d -lt 2 ] && memory $((2 * d)) $((2 * d)) $((2 * d + 1)) 'local_memory="34359738368"'
  cache 3 $((2 * d)) $((2 * d + 1)) "$nodes" 8388608 64; cores $((2 * d)) $((2 * d + 1)) "$nodes"
  echo '</object></object>'; done; echo '</object>'; } | node dies.xml 2.0 8 5 x86_64
imports dies.xml ': 2 processing units without memory of their own use numa-0, the nearest' '2 .* use numa-1,'
"$turnstile" platform show node.xml >whole 2>err
grep -q 'memory domains 2, cores 8' whole || complain 'a domain was invented'
says 0 '' platform import dies.xml --like epyc-1p -o node.xml
"$turnstile" platform show node.xml --format csv >shown 2>err
has '^memory_bandwidth,70GB/s,'

# Buffers lie in DRAM, whatever comes first; the others are named. A small node is none of 2007.
for first in DRAM HBM; do
  [ $first = DRAM ] && second=HBM || second=DRAM
  { object Package 0 3 3; memory 0 0 3 "subtype=\"$first\" local_memory=\"68719476736\""
    memory 1 0 3 "subtype=\"$second\" local_memory=\"17179869184\""
    for c in 0 1 2 3; do cache 2 $c $c 3 2097152 64; cores $c $c 3; echo '</object>'; done
    echo '</object>'; } | node hbm.xml 2.0 4 3 x86_64
  imports hbm.xml "memories: numa-0:$first:64G.* numa-0:$second:16G.*buffers use those not marked"
  grep -Eq 'id="memories" value=".*HBM:(16|64)G:unused' node.xml || complain 'HBM is not marked as unused'
  grep -Eq 'DRAM:(16|64)G:unused' node.xml && complain 'DRAM is unused'
  "$turnstile" platform import hbm.xml -o node.xml >chosen 2>err
  grep -Eq '^chosen: (zoot|dancer|ig|saturn)' chosen && complain 'a small node gets an antique relative'
done
"$turnstile" platform show node.xml >whole 2>err
grep -q 'memories.*unused' whole || complain 'platform show does not name the memories'

# A cache before the memory.
{ object MemCache 0 1 1 'cache_size="17179869184" depth="1" cache_linesize="64" cache_type="0"'
  memory 0 0 1 'local_memory="68719476736"'; echo '</object>'; cores 0 1 1; } | node side.xml 2.0 2 1 aarch64
imports side.xml 'memory-side cache of 16G'
says 0 'memory-side cache' platform import side.xml --like graviton3 -o node.xml
"$turnstile" platform show node.xml --format csv >shown 2>err
has '^side_cache_size,16G,.*,measured,'

# Sockets of one core, as virtual machines show them, are not so many memories.
for string in 'Package:8 Core:1 PU:1' 'Package:8 [NUMANode] Core:1 PU:1' 'Package:1 Core:8 PU:1'; do
  "$turnstile" platform import "$string" --like graviton3 -o node.xml >out 2>err
  "$turnstile" platform show node.xml --format csv >shown 2>err
  case $string in *NUMA*) has '^memory_bandwidth,30.6[0-9]*GB/s,' ;; *) has '^memory_bandwidth,245GB/s,' ;; esac
done

finish
