#!/bin/bash
# calibrate --memory device, on a stand-in for the driver whose times are known (cuda_stand_in.c). The times
# are no test: a busy machine makes them longer, and rates lower. Arguments: turnstile, stand-in.
. "$(dirname "$0")/lib.sh"
stand_in=$(dirname "$2")
kernel=device-kernel copy=device-copy ipc=device-ipc mapped=device-mapped

# calibrate FILE ARGUMENT...: it works, and its file is sound.
calibrate() {
  local file=$1
  shift
  cases=$((cases + 1))
  timeout 280 "$turnstile" calibrate -o "$file" "$@" >"$work/out" 2>"$work/err" </dev/null ||
    complain "$*: failed"
  "$turnstile" platform check "$file" >"$work/err" 2>&1 || complain "$*: the file is not sound"
}

# within FILE ID WORD LOW HIGH: the quantity behind WORD in the value of a property.
within() {
  local value
  cases=$((cases + 1))
  value=$(sed -n "s/.*<prop id=\"$2\" value=\"\([^\"]*\)\".*/\1/p" "$1" | sed 's/&gt;/>/g' |
    sed -n "s/^\(.* \)\?$3\([0-9.]*[num]\?\)\(s\|GB\/s\)\?\( .*\)\?$/\2/p" |
    sed 's/n$/e-9/; s/u$/e-6/; s/m$/e-3/')
  awk -v v="$value" -v low="$4" -v high="$5" 'BEGIN { exit !(v != "" && v >= low && v <= high) }' ||
    complain "$2, $3: \"$value\" is not from $4 to $5"
}

# reads FILE ID: source and note of a property.
reads() {
  sed -n "s/.*<prop id=\"$2\.\(source\|note\)\" value=\"\([^\"]*\)\".*/\2/p" "$1" | tr '\n' ' '
}

export LD_LIBRARY_PATH=$stand_in TN_CUDA_MAPPED=1
calibrate "$work/gpu.xml" --budget 1s --only memcpy --memory device
file=$work/gpu.xml
within "$file" kernel_launch '' 1e-6 0.1
within "$file" kernel_start '' 0 0.1
within "$file" kernel_sync '' 1e-6 0.1
within "$file" pageable_rate '' 0.01 8
within "$file" device_sum_rate '' 0.01 200
within "$file" ipc_open_time '' 1e-6 0.1
within "$file" ipc_open_rate '' 0.01 20
within "$file" mapped_write_rate '' 0.01 1000
within "$file" mapped_read_rate '' 0.01 1000
within "$file" place.gpu0 'memory rate=' 0.01 800
within "$file" place.out0 launch= 1e-6 0.1
within "$file" place.in0 sync= 1e-6 0.1
within "$file" 'link.gpu0&gt;package-0' '' 0.01 20
within "$file" 'link.package-0&gt;gpu0' '' 0.01 24
within "$file" 'link.gpu0&gt;package-0' duplex= 0.5 1
for id in kernel_launch ipc_open_time place.gpu0 place.out0 'link.package-0&gt;gpu0'; do
  reads "$file" "$id" | grep -q '^measured .*probe device-' || complain "$id: where from?"
done
reads "$file" 'link.package-0&gt;gpu0' | grep -q 'hwloc does not know' || complain "a card from nowhere"
reads "$file" place.gpu0 | grep -q 'Stand-in &lt;&amp; Sons&gt;' || complain "no name of the device"
grep -q '^device.flag .*us .*device-kernel$' "$work/out" || complain "no flag between blocks"
grep -Eq 'id="mechanisms" value=".*device-ipc,device-staged,device-mapped"' "$file" ||
  complain "mechanisms on the device lack"
"$turnstile" run -p "$file" -c bcast -a direct-read --memory device -n 2 -s 1M >"$work/out" \
  2>"$work/err" || complain "the file does not run with buffers on the device"

# Near which package: hwloc says so where it knows the card.
export HWLOC_XMLFILE=$(dirname "$0")/gpus.xml HWLOC_THISSYSTEM=1
if [ "$(nproc)" -ge 2 ]; then
  TN_CUDA_NEAR=1 calibrate "$work/near.xml" --budget 1s --only $copy
  within "$work/near.xml" 'link.gpu0&gt;package-1' '' 0.01 20
  grep -q 'does not know' "$work/near.xml" && complain "a card that hwloc knows"
fi
unset HWLOC_XMLFILE HWLOC_THISSYSTEM

# What a device cannot do is skipped in words.
unset TN_CUDA_MAPPED
TN_CUDA_REFUSE=cuIpcGetMemHandle calibrate "$work/some.xml" --budget 1s --only $kernel,$ipc,$mapped
grep -q "^skipped: $ipc: cuIpcGetMemHandle: operation not supported (801)" "$work/out" ||
  complain "IPC is not told to be refused"
grep -q "^skipped: $mapped: cores do not reach .* without gdrcopy" "$work/out" ||
  complain "mappings are not told to lack"
grep -q 'id="ipc_open_time"' "$work/some.xml" && complain "ipc_open_time from nowhere"
grep -q 'id="place' "$work/some.xml" && complain "a device without a lane"

# Without a GPU, or without a driver, the rest is measured; alone it is an error.
TN_CUDA_REFUSE=cuInit calibrate "$work/none.xml" --budget 1s --only memcpy --memory device
grep -q "^skipped: $kernel, $copy, $ipc, $mapped: no device: libcuda.so.1: no CUDA-capable" \
  "$work/out" || complain "no word of the device that lacks"
grep -q 'id="kernel_launch\|id="place' "$work/none.xml" && complain "a device from nowhere"
grep -q 'device-staged' "$work/none.xml" && complain "mechanisms of a device that lacks"
mkdir "$work/broken"
echo none >"$work/broken/libcuda.so.1"
LD_LIBRARY_PATH=$work/broken refuse 1 "calibrate: nothing could be measured .$kernel: no device: .*libcuda" \
  calibrate -o "$work/x.xml" --only $kernel
[ ! -e "$work/x.xml" ] || complain "a file of nothing"

finish
