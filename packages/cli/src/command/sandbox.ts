// The command of the sandbox in place of this one, with its own signals and exit codes.
const [node = "", main = "", first, ...others] = process.argv
process.argv = [node, main, ...(first === "help" ? ["--help"] : others)]
void import("../sandbox/bin.js")
