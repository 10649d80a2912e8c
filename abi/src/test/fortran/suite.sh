#!/usr/bin/env bash
# Builds the conformance programs of this folder, and prints their names: suite.sh MPIFORT FOLDER
set -eu
mpifort=$1 folder=$(realpath "$2")
cd "${0%/*}"
for file in *.f *.f90; do
  # Without warnings: calls by mpif.h pass data of several types, which gfortran tells of.
  "$mpifort" -w -O2 -g -fcheck=bounds -J"$folder" -I. -o "$folder/${file%.*}" "$file"
  echo "${file%.*}"
done
