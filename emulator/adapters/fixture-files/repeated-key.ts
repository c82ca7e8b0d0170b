import type { Document } from "yaml"

type Yaml = Pick<typeof import("yaml"), "isScalar" | "visit">

/** Returns the offset of the first repeated key in a map, or undefined. The YAML library's own check takes quadratic time. */
export function findRepeatedKey({ isScalar, visit }: Yaml, document: Document): number | undefined {
  let found: number | undefined
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value)) {
          const start = key.range?.[0] ?? 0
          found = Math.min(found ?? start, start)
          return
        }
        keys.add(key.value)
      }
    },
  })
  return found
}
