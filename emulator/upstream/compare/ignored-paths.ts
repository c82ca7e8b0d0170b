import picomatch from "picomatch"
import { UpstreamProblem } from "../upstream-problem.ts"

/**
 * Returns a function that decides whether a difference is ignored. A pattern is a path such as `body.items[*].title`. With an operation in
 * front (`ItemList:body.**`), it applies only to this operation. `*` stands for one part of the path, and `**` for any number of parts.
 */
export function ignoredPaths(patterns: readonly string[]): (operation: string, path: string) => boolean {
  const tests = patterns.map((pattern) => {
    const [, operation, path = ""] = /^(?:([A-Za-z*]+):)?(.*)$/s.exec(pattern) ?? []
    if (path === "")
      throw new UpstreamProblem(`--ignore: expected a path such as body.items[*].title, received ${pattern}`)
    const isMeant = operation === undefined ? () => true : picomatch(operation)
    const matches = picomatch(splitPath(path))
    return (name: string, segments: string) => isMeant(name) && matches(segments)
  })
  return (operation, path) => {
    const segments = splitPath(path)
    return tests.some((test) => test(operation, segments))
  }
}

/** Writes a path with slashes between its parts, as the glob library expects. */
const splitPath = (path: string): string =>
  path
    .replaceAll(/\[([^\]]*)\]/g, ".$1")
    .replaceAll("/", "|")
    .replaceAll(".", "/")
