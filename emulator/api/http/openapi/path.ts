/** A path with its parameters in braces, and their names in order. */
export interface PathTemplate {
  readonly template: string
  readonly parameters: readonly string[]
}

/**
 * The OpenAPI form of a row's path. Paths that differ only in the names of their parameters are one in OpenAPI, so the names
 * used first are kept.
 */
export function pathOf(path: string, known: readonly string[]): PathTemplate {
  const own = path.replaceAll(/:([^/]+)/g, "{$1}")
  const template = known.find((other) => skeleton(other) === skeleton(own)) ?? own
  return { template, parameters: [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "") }
}

const skeleton = (template: string): string => template.replaceAll(/\{[^}]+\}/g, "{}")
