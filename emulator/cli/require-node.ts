const OLDEST_NODE = [20, 19] as const

/** Loads a built-in module. If Node is too old, the process ends with a one-line message. */
export const getBuiltinModule: typeof process.getBuiltinModule = ofNewEnoughNode()

function ofNewEnoughNode(): typeof process.getBuiltinModule {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    process.stderr.write(
      `hexarium: expected Node ${OLDEST_NODE.join(".")} or later, received Node ${node}; install a later Node from https://nodejs.org\n`,
    )
    process.exit(1)
  }
  return process.getBuiltinModule
}
