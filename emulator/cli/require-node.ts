const OLDEST = [20, 19] as const

/** Node's own modules. In an older Node there is neither this way to them nor much else, so it is refused in one line. */
export const getBuiltinModule: typeof process.getBuiltinModule = ofNewEnoughNode()

function ofNewEnoughNode(): typeof process.getBuiltinModule {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    process.stderr.write(
      `hexarium: this is Node ${node}, and Hexarium needs ${OLDEST.join(".")} or newer; see https://nodejs.org\n`,
    )
    process.exit(1)
  }
  return process.getBuiltinModule
}
