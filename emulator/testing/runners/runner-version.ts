import { createRequire } from "node:module"

interface Runner {
  readonly name: string
  readonly package: string
  readonly since: `${number}.${number}`
}

/** Throws if the runner is older than `since`, which would fail later with unclear errors. Accepts unknown versions. */
export function requireRunner(entry: string, runner: Runner): void {
  const version = versionOf(runner.package)
  if (version === undefined || isFrom(version, runner.since)) return
  throw new Error(
    `${entry}: expected ${runner.name} ${runner.since} or later, received ${version}; run npm install --save-dev ${runner.package}@latest`,
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

export function isFrom(version: string, since: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [leastMajor = 0, leastMinor = 0] = since.split(".").map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
