interface Logged {
  readonly operation: string | null
  readonly path: string
}

/** Returns whether a log entry is a GraphQL request. Its operation is then the first root. */
export const isGraphql = ({ path }: Pick<Logged, "path">): boolean => /^\/graphql(?:\?|$)/.test(path)

/** Returns the name of a log entry's operation for people: `CreateItem`, or `login (GraphQL)` for a root. */
export const shownOperation = (entry: Logged): string | null =>
  entry.operation !== null && isGraphql(entry) ? `${entry.operation} (GraphQL)` : entry.operation
