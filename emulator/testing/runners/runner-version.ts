import { createRequire } from "node:module"

/** A runner that hexarium stands on: the package, the first version that will do, and what people call it. */
interface Runner {
  readonly name: string
  readonly package: string
  readonly since: `${number}.${number}`
}

/**
 * Refuses a runner that is too old, before it fails somewhere inside. A package whose version can't be read is let pass.
 */
export function requireRunner(entry: string, runner: Runner): void {
  const version = versionOf(runner.package)
  if (version === undefined || isFrom(version, runner.since)) return
  throw new Error(
    `${entry} needs ${runner.name} ${runner.since} or later, and this is ${version}: npm install --save-dev ${runner.package}@latest`,
  )
}

function versionOf(name: string): string | undefined {
  try {
    const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { readonly version?: unknown }
    return typeof version === "string" ? version : undefined
  } catch {
    return undefined
  }
}

/** Whether a version is at least `major.minor`. */
export function isFrom(version: string, since: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [leastMajor = 0, leastMinor = 0] = since.split(".").map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
