import type { Alias, Document, Scalar, YAMLMap, YAMLSeq } from "yaml"

type Yaml = Pick<typeof import("yaml"), "Alias" | "isAlias" | "visit">

/**
 * Gives each alias of a document its target. The library looks for it among all anchors and aliases of the document each time: with
 * 100,000 of them that took minutes.
 */
export function linkAliases({ Alias: Any, isAlias, visit }: Yaml, document: Document): void {
  const anchored = new Map<string, Scalar | YAMLMap | YAMLSeq>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) link(Any, node, anchored.get(node.source))
      else if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
}

/** What the library does besides, counting how often an alias is used, it still does. */
function link(Any: Yaml["Alias"], alias: Alias, target: Scalar | YAMLMap | YAMLSeq | undefined): void {
  alias.resolve = (document, context) => {
    if (context === undefined) return target
    context.aliasResolveCache = target === undefined ? [] : [target]
    return Any.prototype.resolve.call(alias, document, context)
  }
}
