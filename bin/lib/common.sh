# Sourced by the scripts in bin/: finds a JDK, builds what is missing, names class paths and flags.
# Sets purempi_java_home, purempi_classpath, purempi_launch_classpath.

# Where a standard stream is closed, the JVM's first file would take its place. By way of another
# number, for bash leaves alone what is there already, and closes what it has opened there at once.
: 9>&2 || exec 9>/dev/null 2>&9 9>&-
{ : 9<&0; } 2>/dev/null || exec 9</dev/null 0<&9 9<&-
{ : 9>&1; } 2>/dev/null || exec 9>/dev/null 1>&9 9>&-

# A signal to the script ends what it has begun, too; bash alone would let a child run on, or forget a
# SIGINT that came while it waited for one.
purempi_told() { # signal
  if [ "$purempi_waits" = soon ]; then
    purempi_signal=$1 # there is a child whose number is not known yet
    return
  fi
  trap - HUP INT TERM
  if [ "$purempi_waits" ]; then
    { kill -s TERM -- "-$purempi_waits" || kill -s TERM "$purempi_waits"; wait "$purempi_waits"; } 2>/dev/null || true
  fi
  kill -s "$1" $$
}
purempi_waits= purempi_signal=
trap 'purempi_told HUP' HUP
trap 'purempi_told INT' INT
trap 'purempi_told TERM' TERM

# From here on a signal ends this child, too; one that came since purempi_waits was set to 'soon' does now.
purempi_waits_for() { # process
  purempi_waits=$1
  [ ! "$purempi_signal" ] || purempi_told "$purempi_signal"
}

# Runs what takes long, in a process group of its own, where a signal to the script finds it, and from
# where it may write to any terminal (stty tostop).
purempi_run() { # command, arguments
  local code=0
  purempi_waits=soon
  set -m
  { trap '' TTOU && "$@"; } &
  purempi_waits_for $!
  set +m
  wait "$purempi_waits" || code=$?
  purempi_waits=
  return $code
}

# Becomes a command; from here on a signal is the command's.
purempi_become() { # command, arguments
  trap - HUP INT TERM
  exec "$@"
}

purempi_fail() { # text
  echo "${0##*/}: $1" >&2
  exit 2
}

# Whether $1 is the home of a JDK (or run-time image) of Java 25 or newer: reads its release file.
purempi_is_new_enough() {
  local line version
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
    JAVA_VERSION=*)
      version=${line#*\"}
      version=${version%%[!0-9]*}
      [ "${version:-0}" -ge 25 ]
      return
      ;;
    esac
  done <"$1/release"
  return 1
}

purempi_find_java() {
  local home on_path
  for home in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
    if purempi_is_new_enough "$home"; then
      purempi_java_home=$home
      return
    fi
  done
  if on_path=$(command -v java); then
    on_path=$(readlink -f "$on_path")
    home=${on_path%/bin/java}
    if purempi_is_new_enough "$home"; then
      purempi_java_home=$home
      return
    fi
  fi
  purempi_fail "no Java 25 or newer: looked at JAVA_HOME, /usr/lib/jvm and PATH; install a JDK 25 or set JAVA_HOME"
}

# The jar of one module, in purempi_jar: of several versions the newest file, which somebody has just
# built or installed. Fails when there is none.
purempi_find_jar() { # artifact directory
  local jar
  purempi_jar=
  for jar in "$2/$1"-[0-9]*.jar; do
    case $jar in
    *-tests.jar | *-sources.jar | *-javadoc.jar) ;;
    *) [ -n "$purempi_jar" ] && [ ! "$jar" -nt "$purempi_jar" ] || purempi_jar=$jar ;;
    esac
  done
  [ -f "$purempi_jar" ]
}

# Names the jars; fails when one is missing.
purempi_find_jars() {
  local directory=$purempi_root/lib module artifact
  purempi_classpath= purempi_launch_classpath= purempi_jars=()
  for module in os pmi transport mpi learn launch; do
    artifact=purempi-$module
    [ $module = mpi ] && artifact=purempi
    [ "$purempi_in_source_tree" ] && directory=$purempi_root/$module/target
    purempi_find_jar $artifact "$directory" || return
    purempi_jars+=("$purempi_jar")
    case $module in
    os | pmi) purempi_classpath+=:$purempi_jar purempi_launch_classpath+=:$purempi_jar ;;
    launch) purempi_launch_classpath+=:$purempi_jar ;;
    *) purempi_classpath+=:$purempi_jar ;;
    esac
  done
  purempi_classpath=${purempi_classpath#:}
  purempi_launch_classpath=${purempi_launch_classpath#:}
}

# The modules for programs of older APIs, as Maven takes them.
purempi_compat_modules() {
  (cd "$purempi_root" && echo compat-*) | tr ' ' ,
}

# Names the jars for programs of older APIs, those that are there, as flags of the launcher.
purempi_find_compat_jars() {
  local directory=$purempi_root/lib api
  purempi_compat=()
  for api in openmpi mpjexpress; do
    [ "$purempi_in_source_tree" ] && directory=$purempi_root/compat-$api/target
    purempi_find_jar purempi-compat-$api "$directory" || continue
    purempi_compat+=(-Dpurempi.launch.compat.$api="$purempi_jar")
  done
}

# Whether the jars are there and no source is newer than both its jar and the last build.
purempi_is_built() {
  purempi_find_jars || return
  [ "$purempi_in_source_tree" ] && [ ! "${PUREMPI_NO_BUILD-}" ] || return 0
  local stamp=$purempi_root/.purempi/built i=0 module tests=() roots=()
  for module in os pmi transport mpi learn launch; do
    roots+=("$purempi_root/$module/src/main")
    tests+=(-o -path "$purempi_root/$module/*" -newer "${purempi_jars[i++]}")
  done
  unset 'tests[0]'
  [ -e "$stamp" ] && tests=(-newer "$stamp" '(' "${tests[@]}" ')')
  [ -z "$(find "${roots[@]}" -type f '(' "${tests[@]}" ')' -print -quit)" ]
}

purempi_build() {
  [ "$purempi_in_source_tree" ] || purempi_fail "the jars are missing in $purempi_root/lib; install purempi again"
  [ ! "${PUREMPI_NO_BUILD-}" ] || purempi_fail "not built, and PUREMPI_NO_BUILD is set; run 'mvn package' first"
  purempi_build_with "launch,mpi,learn,$(purempi_compat_modules)" purempi_is_built
  purempi_find_jars || purempi_fail "the build left no jars; see $purempi_root/.purempi/build.log"
}

purempi_build_with() { # modules, the function that knows whether they are built
  (umask o-w && mkdir -p "$purempi_state") && { [ ! -O "$purempi_state" ] || chmod o-w "$purempi_state"; } ||
    purempi_fail "cannot write to $purempi_root, where purempi must be built first"
  purempi_run purempi_build_once "$@" || exit
}

purempi_build_once() ( # modules, the function that knows whether they are built
  flock 9
  "$2" && exit
  echo "${0##*/}: building purempi in $purempi_root (once; about a minute)" >&2
  command -v mvn >/dev/null || purempi_fail "cannot build: Maven (mvn) is not installed"
  log=$purempi_root/.purempi/build.log
  touch "$purempi_root/.purempi/building"
  if ! (cd "$purempi_root" && exec mvn -q -B -Dquick -DskipTests -pl "$1" -am package) </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    purempi_fail "the build failed; its log is above and in $log"
  fi
  mv "$purempi_root/.purempi/building" "$purempi_root/.purempi/built"
) 9>"$purempi_root/.purempi/lock"

# Names the folder of include/mpi.h and lib/libmpi_abi.so; builds them first in a source tree.
purempi_find_abi() { # path of the calling script, links resolved
  purempi_root=$(CDPATH= cd -- "${1%/*}/.." >/dev/null && pwd -P)
  purempi_in_source_tree= purempi_abi=$purempi_root
  [ -f "$purempi_root/pom.xml" ] && purempi_in_source_tree=yes purempi_abi=$purempi_root/abi/target
  if purempi_has_abi; then
    purempi_make_abi_cache
    return
  fi
  [ "$purempi_in_source_tree" ] || purempi_fail "there is no $purempi_abi/lib/libmpi_abi.so; this purempi was built without gcc"
  command -v gcc >/dev/null || purempi_fail "there is no gcc, which the C side of the library is built with; install it"
  purempi_find_java
  purempi_state=$purempi_root/.purempi
  purempi_build_with "abi,launch,mpi,learn,$(purempi_compat_modules)" purempi_has_abi # all: there is one stamp of the build
  purempi_has_abi || purempi_fail "the build left no libmpi_abi.so; see $purempi_root/.purempi/build.log"
  purempi_make_abi_cache
}

# Makes the cache of loaded classes that halves the start of C programs (start.c takes it), unless it is
# there and younger than the jars. What cannot be made is no error.
purempi_make_abi_cache() {
  local lib=$purempi_abi/lib cache=$purempi_abi/lib/libmpi_abi.aot jar
  [ ! "${PUREMPI_NO_BUILD-}" ] && [ -w "$lib" ] || return 0
  purempi_find_jars || return 0
  for jar in "$lib/libmpi_abi.flags" "${purempi_jars[@]}"; do
    [ -f "$cache" ] && [ ! "$jar" -nt "$cache" ] || jar=
    [ "$jar" ] || break
  done
  [ ! "$jar" ] || return 0 # it is younger than all of them
  purempi_find_java
  purempi_run purempi_make_abi_cache_once || true
}

purempi_make_abi_cache_once() (
  umask go-w
  flock -n 8 || exit 0 # somebody else is at it
  [ ! -t 2 ] || echo "${0##*/}: making what C programs start fast with (once; about five seconds)" >&2
  unset ${!PUREMPI_@} JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
  place=$(cd -P "$purempi_abi/lib" && pwd)
  mapfile -t flags < <(sed -e '/^#/d' -e 1d -e "s|@/|$place/|g" "$place/libmpi_abi.flags")
  rm -f "$place"/making.aot*
  "$purempi_java_home/bin/java" "${flags[@]}" -XX:AOTCacheOutput="$place/making.aot" \
    -XX:+IgnoreUnrecognizedVMOptions -XX:-AOTRecordTraining org.purempi.abi.Rehearsal \
    </dev/null >"$place/making.log" 2>&1 && mv "$place/making.aot" "$place/libmpi_abi.aot"
  rm -f "$place"/making.*
) 8>"$purempi_abi/lib/making.lock"

# Whether it is there and no source of it is newer.
purempi_has_abi() {
  [ -f "$purempi_abi/lib/libmpi_abi.so.1" ] && [ -f "$purempi_abi/include/mpi.h" ] || return
  [ "$purempi_in_source_tree" ] && [ ! "${PUREMPI_NO_BUILD-}" ] || return 0
  [ -z "$(find "$purempi_root/abi/src" -type f -newer "$purempi_abi/lib/libmpi_abi.so.1" -print -quit)" ]
}

purempi_set_up() { # path of the calling script, links resolved; its arguments
  purempi_root=${1%/*}/..
  purempi_root=$(CDPATH= cd -- "$purempi_root" >/dev/null && pwd -P)
  purempi_in_source_tree=
  [ -f "$purempi_root/pom.xml" ] && purempi_in_source_tree=yes
  purempi_find_java
  purempi_state=$purempi_root/.purempi
  purempi_is_built || purempi_build
  purempi_has_caches && return
  # Installed where this user may not write, and nobody has made there what makes starts fast: it
  # is kept in the user's own cache. A container's user may have no home.
  if [ ! -w "$purempi_root" ]; then
    purempi_state=/nonexistent # what is relative would be elsewhere at the next start
    case ${HOME-} in /*) purempi_state=$HOME/.cache ;; esac
    case ${XDG_CACHE_HOME-} in /*) purempi_state=$XDG_CACHE_HOME ;; esac
    purempi_state+=/purempi/${purempi_root//\//-}
    purempi_has_caches && return
  fi
  case ${2-} in -h | -help | --help | -V | -version | --version) ;; *) purempi_make_caches ;; esac
}

# -DisplayVMOutput: ctrl-\ asks for a report about the ranks; mpiexec's own threads are no part of it.
purempi_launcher_flags=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-DisplayVMOutput)

# Sets purempi_command to the line that runs a main class of the launcher.
purempi_launcher() { # main class, arguments
  local main=$1 terminal_in=false terminal_out=false variable
  local path=$purempi_launch_classpath ranks=$purempi_classpath classes=() rank_classes=
  shift
  purempi_find_compat_jars
  [ -t 0 ] && terminal_in=true
  [ -t 1 ] && terminal_out=true
  if [ "$purempi_caches_fit" ]; then
    [ -f "$purempi_state/launcher.jar" ] && path=$purempi_state/launcher.jar
    [ -f "$purempi_state/ranks.jar" ] && ranks=$purempi_state/ranks.jar
    [ -f "$purempi_state/launcher.aot" ] && classes=(-XX:AOTCache="$purempi_state/launcher.aot")
    [ -f "$purempi_state/ranks.aot" ] && rank_classes=$purempi_state/ranks.aot
  fi
  purempi_command=(
    "$purempi_java_home/bin/java" "${purempi_launcher_flags[@]}" "${classes[@]}" -cp "$path"
    -Dpurempi.launch.classpath="$ranks"
    -Dpurempi.launch.plain="$purempi_classpath"
    -Dpurempi.launch.aot="$rank_classes"
    -Dpurempi.launch.flags="$purempi_root/bin/lib/rank-jvm-flags"
    -Dpurempi.launch.bin="$purempi_root/bin"
    -Dpurempi.launch.terminal.in=$terminal_in -Dpurempi.launch.terminal.out=$terminal_out
    "${purempi_compat[@]}" "$main" "$@")
  # Where no locale is set, or one of UTF-8 that is not installed and so not in force here, Java would
  # take all but ASCII out of words, names and variables.
  local wanted=${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} letter=$'\xc3\xa4'
  case $wanted in *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) [ ${#letter} = 1 ] || wanted=C ;; esac
  case $wanted in
  C | POSIX)
    export PUREMPI_KEPT_LC_ALL=${LC_ALL-}
    export LC_ALL=C.UTF-8
    ;;
  esac
  # Flags in the environment are meant for the program, not for the launcher.
  for variable in JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS; do
    [ -z "${!variable-}" ] || export "PUREMPI_KEPT_$variable=${!variable}"
    unset "$variable"
  done
}

# Whether only this user, or who has installed purempi, can change what lies in a folder or put another
# in its place (PrivateFiles.java has the same rule): classes are taken from there. One that is not there
# yet would be this user's. In a user namespace without root, what is root's is user 65534's.
purempi_is_private() { # folder, files in it
  local part there=$1 above all=() below=() bad=
  [ "$1" != "${purempi_unsafe-}" ] || return
  if ! command -v find >/dev/null; then
    [[ $1 = "$purempi_root"/* ]] # in a small image, which has been made with its caches
    return
  fi
  until [ -e "${there:-/}" ]; do there=${there%/*}; done
  if [[ $1 = "$purempi_root"/* ]]; then
    [ "$there" != "$1" ] || bad=$(find "$@" -prune '(' -type l -o -perm -002 -o -type f -perm -020 ')') || bad=$1
  elif part=$(CDPATH= cd -P -- "${there:-/}" 2>/dev/null && pwd) &&
    { [ "$there" != "$1" ] || [ -O "$1" ] && [ ! -k "$1" ]; }; then
    for part in "$there" "$part"; do
      while [ "$part" ]; do
        above=${part%/*} all+=("$part")
        [ ! -k "${above:-/}" ] || below+=("$part") # what stands in /tmp may be anybody's
        part=$above
      done
    done
    bad=$(find / "${all[@]}" "${@:2}" -prune ! -type l '(' ! -user 0 ! -user "$EUID" ! -user 65534 \
      -o ! -perm -1000 '(' -perm -002 -o -perm -020 ! -group "$EUID" ! -group 0 ')' ')' &&
      { [ ${#below[@]} = 0 ] || find "${below[@]}" -prune ! -user 0 ! -user "$EUID"; }) || bad=$1
  else
    bad=$1
  fi
  case $bad in
  '') return ;;
  "$1"/*) return 1 ;; # only files are open: they are made anew
  esac
  purempi_unsafe=$1
  [ ! -e "$1/caches" ] ||
    echo "${0##*/}: other users can change ${bad%%$'\n'*}: starting without $1, slowly; remove it" >&2
  return 1
}

# Whether the caches were made, or tried, from these jars with this JDK; sets purempi_caches_fit.
purempi_has_caches() {
  local jar of stamp=$purempi_state/caches files=("$purempi_state"/*.[ja]*) # jars and .aot
  purempi_caches_fit=
  [ -f "$stamp" ] && IFS= read -r of <"$stamp" && [ "$of" = "$purempi_java_home" ] || return
  for jar in "${purempi_jars[@]}"; do
    [ ! "$jar" -nt "$stamp" ] || return
  done
  [ -e "${files[0]}" ] || files=()
  purempi_is_private "$purempi_state" "${files[@]}" || return
  purempi_caches_fit=yes
}

# Makes what halves the start of mpiexec and of every rank: one jar instead of several, and a cache
# of loaded classes, recorded while two ranks rehearse under an mpiexec. What cannot be made is no
# error: without it a start is slower and otherwise the same.
purempi_make_caches() {
  [ ! "${PUREMPI_NO_BUILD-}" ] || return 0
  purempi_is_private "$purempi_state" || return 0
  (umask go-w && mkdir -p "$purempi_state") 2>/dev/null && [ -w "$purempi_state" ] || return 0
  purempi_is_private "$purempi_state" || return 0 # and still is
  purempi_run purempi_make_caches_once || true
  purempi_has_caches || true
}

purempi_make_caches_once() (
  umask go-w
  flock -n 8 2>/dev/null || exit 0 # somebody else is at it; this start goes without
  purempi_has_caches && exit
  [ ! -t 2 ] || echo "${0##*/}: making what later starts are fast with (once; about ten seconds)" >&2
  making=$purempi_state/making
  rm -rf "$making" "$purempi_state"/{caches,caching,caches.log,*.aot,*.jar}
  mkdir "$making"
  # What is wrong with this start's settings is not to slow all later ones down.
  unset ${!HYDRA_@} ${!I_MPI_@} ${!MPIEXEC_@} ${!OMPI_MCA_@} ${!PUREMPI_@} JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
  {
    "$purempi_java_home/bin/java" "${purempi_launcher_flags[@]}" -cp "$purempi_launch_classpath" \
      org.purempi.launch.program.JarMerge "$making/launcher.jar" "$purempi_launch_classpath" \
      "$making/ranks.jar" "$purempi_classpath" && mv "$making"/*.jar "$purempi_state" && {
      purempi_caches_fit=yes
      # Each of the two in a run of its own, at the same time: it ends with the cache's assembly. What
      # has not ended well may have left a part of one.
      purempi_rehearse "$making/ranks.aot" >"$making/log" 2>&1 &
      purempi_rehearse '' "$making/launcher.aot" && mv "$making/launcher.aot" "$purempi_state"
      wait $! && mv "$making/ranks.aot" "$purempi_state"
      cat "$making/log"
    }
  } >"$purempi_state/caches.log" 2>&1 || true
  rm -rf "$making"
  printf '%s\n' "$purempi_java_home" >"$purempi_state/caching"
  touch -r "$purempi_state/caches.lock" "$purempi_state/caching"
  mv "$purempi_state/caching" "$purempi_state/caches"
) 8>"$purempi_state/caches.lock"

# Two ranks rehearse; what is loaded by the first of them, or by mpiexec, is recorded.
purempi_rehearse() { # the ranks' cache, or nothing; the launcher's cache, or nothing
  # Profiles of so short a run make the JIT compile too early for good code, and starts longer.
  local unprofiled=(-XX:+IgnoreUnrecognizedVMOptions -XX:-AOTRecordTraining)
  local program=(-cp "$purempi_state/ranks.jar" org.purempi.world.Rehearsal) recorded=()
  [ ! "${1-}" ] || recorded=(-XX:AOTCacheOutput="$1" "${unprofiled[@]}")
  [ ! "${2-}" ] || purempi_launcher_flags+=(-XX:AOTCacheOutput="$2" "${unprofiled[@]}")
  purempi_launcher org.purempi.launch.Mpiexec -localonly -timeout 300 -l \
    -n 1 "${recorded[@]}" "${program[@]}" : -n 1 "${program[@]}"
  "${purempi_command[@]}" </dev/null
}
