import type { Alias, Document, Scalar, YAMLMap, YAMLSeq } from "yaml"

type Yaml = Pick<typeof import("yaml"), "Alias" | "isAlias" | "visit">

/** Sets the target of each YAML alias. The library's own search for targets takes minutes for 100,000 aliases. */
export function linkAliases({ Alias: Any, isAlias, visit }: Yaml, document: Document): void {
  const anchored = new Map<string, Scalar | YAMLMap | YAMLSeq>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) link(Any, node, anchored.get(node.source))
      else if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
}

/** Makes an alias resolve to its target. Still calls the library's own `resolve`, which counts the uses of each alias. */
function link(Any: Yaml["Alias"], alias: Alias, target: Scalar | YAMLMap | YAMLSeq | undefined): void {
  alias.resolve = (document, context) => {
    if (context === undefined) return target
    context.aliasResolveCache = target === undefined ? [] : [target]
    return Any.prototype.resolve.call(alias, document, context)
  }
}
