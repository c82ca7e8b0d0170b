export interface PathTemplate {
  readonly template: string
  readonly parameters: readonly string[]
}

/** Converts a path to OpenAPI format. If a known path differs only in parameter names, returns the known path. */
export function pathOf(path: string, known: readonly string[]): PathTemplate {
  const own = templateOf(path)
  const template = known.find((other) => skeleton(other) === skeleton(own)) ?? own
  return { template, parameters: [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "") }
}

/** Returns a path in OpenAPI format, such as `/users/{user-id}`. */
export const templateOf = (path: string): string => path.replaceAll(/:([^/]+)/g, "{$1}")

const skeleton = (template: string): string => template.replaceAll(/\{[^}]+\}/g, "{}")
