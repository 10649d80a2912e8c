#!/usr/bin/env bash
# Builds the conformance programs of this folder, but those that spawn or fail, as one: suite.sh MPICC OUTPUT
set -eu
mpicc=$1 output=$2
cd "${0%/*}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=() list=$work/parts.c names=()
for file in *.c; do
  case $file in suite.c | spawn_* | fault_*) ;; *) names+=("${file%.c}") ;; esac
done
{
  echo 'struct part { const char *name; int (*main)(int, char **); };'
  for name in "${names[@]}"; do echo "int part_$name(int, char **);"; done
  echo 'const struct part parts[] = {'
  for name in "${names[@]}"; do echo "  {\"$name\", part_$name},"; done
  echo '  {0, 0}};'
} >"$list"
flags=(-std=gnu11 -O1 -g -Wall -Wextra -Wno-unused-parameter -Werror)
for name in "${names[@]}"; do
  "$mpicc" "${flags[@]}" -DSUITE -Dmain=part_"$name" -c -o "$work/$name.o" "$name.c"
  objects+=("$work/$name.o")
done
"$mpicc" -o "$output" suite.c "${objects[@]}" "$list" -lm -lpthread
