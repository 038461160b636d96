# Sourced by every script of the parent folder. Installs the dependencies of a clone, silently if nothing is to do:
#
#   source "$(dirname "${BASH_SOURCE[0]}")/internal/setup.sh"
#   build packages/sandbox                                     # `tsc -b`, incremental
#   exec node "$root/packages/sandbox/bin/candela-sandbox.js" "$@"
#
# It sets `root` (the clone, absolute) and leaves the working directory of the caller alone.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
pnpm="pnpm@10.34.9"

if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number)
  process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null; then
  echo "Candela needs Node 20.19 or later, found $(node --version 2>/dev/null || echo none). See https://nodejs.org." >&2
  exit 1
fi

# The files that determine what is installed, without `exports`; a copy under node_modules records
# the last installation.
manifests() {
  (cd "$root" && cat pnpm-lock.yaml pnpm-workspace.yaml && cat package.json packages/*/package.json examples/package.json | sed '/^  "exports": {/,/^  }/d')
}

install() {
  local stamp="$root/node_modules/.candela-installed" log status=0
  if manifests | cmp -s - "$stamp"; then return 0; fi
  echo "Installing the dependencies (once) ..." >&2
  log=$(mktemp)
  # Shows only pnpm's progress, and everything if it fails.
  (cd "$root" && CI=true npx --yes "$pnpm" install --frozen-lockfile --reporter=append-only </dev/null 2>&1) |
    tee "$log" | { grep --line-buffered 'Progress:' >&2 || true; } || status=$?
  if [ "$status" -ne 0 ]; then
    printf '%s\n\n%s\n' "$(cat "$log")" "The installation failed (see above). It needs the npm registry: is it in reach?" >&2
    rm "$log"
    exit "$status"
  fi
  rm "$log"
  manifests >"$stamp"
}

# compile <project>...: compiles the projects and their references, incrementally.
compile() {
  [ -d "$root/packages/core/dist" ] || echo "Compiling (once) ..." >&2
  (cd "$root" && node node_modules/typescript-native/bin/tsc -b "$@" >&2)
}

# build <project>...: compiles the projects, and bundles the commands and the sandbox's pages, which need these
# packages.
build() {
  compile "$@" packages/sandbox packages/pages packages/cli
  node "$root/scripts/internal/build/bundle.mjs" >&2
}

install
