interface Operation {
  readonly operationId: string
  readonly description?: string
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Removes all paths of an operation except the first, and lists the others in its description. */
export function withoutAliases<D extends OpenApi>(document: D): D {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const others = Map.groupBy(
    routes.filter(({ operation }) => ALIAS.test(operation.operationId)),
    ({ operation }) => operation.operationId.replace(ALIAS, ""),
  )
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { path, method, operation } of routes) {
    if (ALIAS.test(operation.operationId)) continue
    const also = others.get(operation.operationId)?.map((other) => `\`${other.method.toUpperCase()} ${other.path}\``)
    const notes = [operation.description ?? [], also === undefined ? [] : `Also ${also.join(", ")}.`].flat()
    paths[path] = { ...paths[path], [method]: { ...operation, description: notes.join("\n\n") } }
  }
  return { ...document, paths }
}

const ALIAS = /Alias\d+$/
