import type { Alias, Document, Scalar, YAMLMap, YAMLSeq } from "yaml"

type Yaml = Pick<typeof import("yaml"), "Alias" | "isAlias" | "visit">

/** Sets the target of each alias, because the library's own search takes minutes for 100,000 aliases. */
export function linkAliases({ Alias: Any, isAlias, visit }: Yaml, document: Document): void {
  const anchored = new Map<string, Scalar | YAMLMap | YAMLSeq>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) link(Any, node, anchored.get(node.source))
      else if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
}

/** Makes an alias resolve to its target. The library's own `resolve` is still called, because it counts uses of the alias. */
function link(Any: Yaml["Alias"], alias: Alias, target: Scalar | YAMLMap | YAMLSeq | undefined): void {
  alias.resolve = (document, context) => {
    if (context === undefined) return target
    context.aliasResolveCache = target === undefined ? [] : [target]
    return Any.prototype.resolve.call(alias, document, context)
  }
}
