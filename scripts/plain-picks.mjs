/**
 * Writes `Pick`, `Omit` and `Partial` of types with known members as those members, with their comments, in declarations that are rolled
 * up: TypeScript 7 shows no comments of what is made of another type member by member.
 */

import { parseAst } from "rolldown/parseAst"
import { edited, visit } from "./syntax-trees.mjs"

/** Picks of picks are written out in turns. */
const MOST_TURNS = 6

/** All files with plain members; `files` are texts by path, whose imports of one another are relative. */
export function withPlainPicks(files) {
  let texts = files
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const next = new Declarations(texts).written()
    if ([...next].every(([path, text]) => text === texts.get(path))) return texts
    texts = next
  }
  throw new Error(`types are picked of one another more than ${MOST_TURNS} times`)
}

class Declarations {
  #modules
  #edits = new Map()
  /** What files take of others in addition: by file, the file and name there, by the name here. */
  #taken = new Map()

  constructor(texts) {
    this.#modules = new Map([...texts].map(([path, text]) => [path, moduleOf(path, text, texts)]))
  }

  written() {
    for (const module of this.#modules.values()) {
      this.#edits.set(module, [])
      this.#taken.set(module, new Map())
    }
    for (const module of this.#modules.values()) visit(module.tree, (node) => this.#look(module, node))
    return new Map([...this.#modules.values()].map((module) => [module.path, this.#textOf(module)]))
  }

  #textOf(module) {
    const text = edited(module.text, this.#edits.get(module))
    const lines = [...this.#taken.get(module)].map(
      ([name, from]) => `import { ${from.exported} as ${name} } from "${relative(module.path, from.module.path)}";\n`,
    )
    const given = [...module.given].map(([exported, name]) => `export { ${name} as ${exported} };\n`)
    return `${lines.join("")}${text}${given.length > 0 ? "\n" : ""}${given.join("")}`
  }

  /** False where something was written out: what is in it comes next. */
  #look(module, node) {
    if (node.type === "TSInterfaceDeclaration") return this.#lookAtInterface(module, node)
    if (node.type !== "TSTypeReference" || !this.#isPick(module, node)) return true
    const members = this.#membersOf(module, node)
    if (members === undefined) return true
    this.#edits.get(module).push({ start: node.start, end: node.end, text: `{\n${this.#said(module, members)}}` })
    return false
  }

  #isPick(module, { typeName }) {
    const meant = isPick(typeName) ? undefined : this.#declared(module, typeName.name)
    return isPick(typeName) || (meant !== undefined && isOptionalCopy(meant.node))
  }

  #lookAtInterface(module, node) {
    const picked = node.extends.filter(({ expression }) => isPick(expression))
    const known = picked.filter((one) => this.#membersOf(module, one) !== undefined)
    if (known.length === 0) return true
    const own = new Set(node.body.body.map(nameOf))
    const members = known.flatMap((one) => this.#membersOf(module, one)).filter(({ name }) => !own.has(name))
    const rest = node.extends.filter((one) => !known.includes(one))
    const names = rest.map(({ start, end }) => module.text.slice(start, end)).join(", ")
    const before = module.text.lastIndexOf(" extends ", node.extends[0].start)
    const text = `${names === "" ? "" : ` extends ${names}`} {\n${this.#said(module, members)}`
    this.#edits.get(module).push({ start: before, end: node.body.start + 1, text })
    return false
  }

  /** The text of members in a file, which takes over what they name. */
  #said(module, members) {
    return members
      .map(({ from, node, comment, isPartial, alsoUndefined, given }) => {
        const edits = []
        visit(node, (part) => {
          const name = identifierIn(part)
          if (name === undefined) return true
          const text = given.get(name.name) ?? this.#nameIn(module, from, name.name)
          if (text !== name.name) edits.push({ start: name.start - node.start, end: name.end - node.start, text })
          return true
        })
        const text = edited(from.text.slice(node.start, node.end), edits)
        const key = node.key.end - node.start
        const optional = node.optional || !isPartial ? text : `${text.slice(0, key)}?${text.slice(key)}`
        return `${comment}${alsoUndefined ? optional.replace(/;?$/, " | undefined;") : optional}\n`
      })
      .join("")
  }

  /** What a name of one file is called in another. */
  #nameIn(module, from, name) {
    if (module === from) return name
    const meant = this.#declared(from, name)
    if (meant === undefined) return name
    for (const local of [...module.local.keys(), ...module.imported.keys()]) {
      const here = this.#declared(module, local)
      if (here?.node === meant.node) return local
    }
    const taken = this.#taken.get(module)
    const before = [...taken].find(([, one]) => one.node === meant.node)
    if (before !== undefined) return before[0]
    let called = name
    while (module.local.has(called) || module.imported.has(called) || taken.has(called)) called += "$"
    taken.set(called, { node: meant.node, module: meant.module, exported: exportOf(meant.module, meant.name) })
    return called
  }

  /** Where a name of a file is declared. */
  #declared(module, name) {
    const node = module.local.get(name)
    if (node !== undefined) return { module, name, node }
    const imported = module.imported.get(name)
    const source = imported === undefined ? undefined : this.#modules.get(imported.path)
    return source === undefined
      ? undefined
      : this.#declared(source, source.exported.get(imported.name) ?? imported.name)
  }

  /** The members of a type, undefined where they are not known: `given` are the texts of its type's arguments. */
  #membersOf(module, node, given = new Map()) {
    if (node.type === "TSParenthesizedType") return this.#membersOf(module, node.typeAnnotation, given)
    if (node.type === "TSTypeLiteral") return ownMembers(module, node.members, given)
    if (node.type === "TSIndexedAccessType") {
      const [name] = namesIn(node.indexType) ?? []
      const member = this.#membersOf(module, node.objectType, given)?.find((one) => one.name === name)
      const type = member?.node.typeAnnotation?.typeAnnotation
      return type === undefined || member.given.size > 0 ? undefined : this.#membersOf(member.from, type)
    }
    if (node.type === "TSIntersectionType") return unlike(node.types.map((one) => this.#membersOf(module, one, given)))
    const name = (node.typeName ?? node.expression)?.name
    const [of, keys] = node.typeArguments?.params ?? []
    if (name === "Partial") {
      return this.#membersOf(module, of, given)?.map((member) => ({ ...member, isPartial: true }))
    }
    if (name === "Pick" || name === "Omit") {
      const [members, names] = [this.#membersOf(module, of, given), namesIn(keys)]
      if (names === undefined) return undefined
      return members?.filter((member) => names.has(member.name) === (name === "Pick"))
    }
    const meant = name === undefined ? undefined : this.#declared(module, name)
    if (meant === undefined) return undefined
    const parameters = meant.node.typeParameters?.params ?? []
    const args = node.typeArguments?.params ?? []
    // What an argument names may mean something else where the member is declared, unless it is a parameter itself.
    if (args.length !== parameters.length || (args.length > 0 && given.size > 0)) return undefined
    if (isOptionalCopy(meant.node)) {
      return this.#membersOf(module, args[0])?.map((one) => ({ ...one, isPartial: true, alsoUndefined: true }))
    }
    const inner = new Map(parameters.map((one, at) => [one.name.name, module.text.slice(args[at].start, args[at].end)]))
    if (meant.node.type === "TSTypeAliasDeclaration")
      return this.#membersOf(meant.module, meant.node.typeAnnotation, inner)
    if (meant.node.type !== "TSInterfaceDeclaration") return undefined
    const own = ownMembers(meant.module, meant.node.body.body, inner)
    const base = meant.node.extends.map((one) => this.#membersOf(meant.module, one, inner))
    if (own === undefined || base.includes(undefined)) return undefined
    const names = new Set(own.map((member) => member.name))
    return [...base.flat().filter((member) => !names.has(member.name)), ...own]
  }
}

/** `{ readonly [M in keyof S]?: S[M] | undefined }`: the members of `S`, of which each may be absent. */
function isOptionalCopy({ typeAnnotation }) {
  if (typeAnnotation?.type !== "TSMappedType" || typeAnnotation.nameType !== null) return false
  const { constraint, optional, readonly, typeAnnotation: value } = typeAnnotation
  const types = value.type === "TSUnionType" ? value.types.map(({ type }) => type).join() : ""
  return (
    optional === true &&
    readonly === true &&
    constraint.operator === "keyof" &&
    types === "TSIndexedAccessType,TSUndefinedKeyword"
  )
}

/** A file with what it declares, imports and exports, each by name. */
function moduleOf(path, text, texts) {
  const tree = parseAst(text, { lang: "dts", astType: "ts" })
  const module = { path, text, tree, local: new Map(), imported: new Map(), exported: new Map(), given: new Map() }
  for (const statement of tree.body) {
    const declared = statement.declaration ?? statement
    if (declared.id?.name !== undefined) module.local.set(declared.id.name, declared)
    for (const one of declared.declarations ?? []) module.local.set(one.id.name, one)
    if (statement.type === "ImportDeclaration") {
      const from = pathOf(path, statement.source.value, texts)
      for (const one of statement.specifiers) {
        module.imported.set(one.local.name, { path: from, name: one.imported?.name ?? "*" })
      }
    }
    if (statement.type === "ExportNamedDeclaration" && statement.source === null) {
      for (const one of statement.specifiers) module.exported.set(one.exported.name, one.local.name)
    }
  }
  return module
}

/** The name by which others can import what a file declares; it gets one where it had none. */
function exportOf(module, name) {
  const found = [...module.exported].find(([, local]) => local === name)
  if (found !== undefined) return found[0]
  module.exported.set(`${name}$`, name)
  module.given.set(`${name}$`, name)
  return `${name}$`
}

function ownMembers(module, nodes, given) {
  const members = nodes.map((node) => ({
    name: nameOf(node),
    from: module,
    node,
    given,
    comment: commentOf(module, node),
  }))
  return members.some(({ name }) => name === undefined) ? undefined : members
}

function unlike(lists) {
  if (lists.includes(undefined)) return undefined
  const all = lists.flat()
  return new Set(all.map(({ name }) => name)).size === all.length ? all : undefined
}

const COMMENT = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/
const commentOf = ({ text }, { start }) => {
  const [comment = ""] = COMMENT.exec(text.slice(Math.max(0, start - 1000), start)) ?? []
  return comment === "" ? "" : `${comment.trimEnd()}\n`
}

const isPick = ({ type, name }) => type === "Identifier" && ["Pick", "Omit", "Partial"].includes(name)
const nameOf = ({ type, key }) =>
  ["TSPropertySignature", "TSMethodSignature"].includes(type) ? (key.name ?? key.value) : undefined

/** The texts that a type is one of. */
function namesIn(node) {
  const types = node?.type === "TSUnionType" ? node.types : [node]
  const names = types.map((one) => one?.literal?.value)
  return names.every((name) => typeof name === "string") ? new Set(names) : undefined
}

/** The name of a declaration that a type begins with. */
function identifierIn({ type, typeName, exprName, expression }) {
  let first = { TSTypeReference: typeName, TSTypeQuery: exprName, TSInterfaceHeritage: expression }[type]
  while (first?.type === "TSQualifiedName") first = first.left
  return first?.type === "Identifier" ? first : undefined
}

/** The path of a file that another imports; undefined where it is none of these. */
function pathOf(from, id, texts) {
  const path = new URL(id, `file:///${from}`).pathname.slice(1).replace(/\.js$/, ".d.ts")
  return id.startsWith(".") && texts.has(path) ? path : undefined
}

function relative(from, to) {
  const isBelow = from.startsWith("declarations/")
  const name = to.replace(/\.d\.ts$/, ".js")
  if (!isBelow) return `./${name}`
  return name.startsWith("declarations/") ? `./${name.slice("declarations/".length)}` : `../${name}`
}
