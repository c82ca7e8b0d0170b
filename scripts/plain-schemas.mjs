/**
 * Writes the types of zod's schemas in declarations as the plain types that go in and come out of them. Those whom a schema's members are
 * shown need nothing else of zod's types, and TypeScript 7 shows the comments of plain members alone: a type that is made of another
 * member by member, as zod's are, has none for it.
 */

import { parseAst } from "rolldown/parseAst"
import { edited, visit } from "./syntax-trees.mjs"

/** Schemas whose type says by itself what they take. */
const SIMPLE = {
  ZodBoolean: "boolean",
  ZodInt: "number",
  ZodNull: "null",
  ZodNumber: "number",
  ZodString: "string",
  ZodUnknown: "unknown",
}

/** Schemas whose types need no brackets where they are the elements of a list. */
const WHOLE = new Set([...Object.keys(SIMPLE), "ZodArray", "ZodObject", "ZodRecord"])

/** Which way a schema is used, where only one is: of bodies clients are told what goes in, of all else what comes out. */
const ONE_WAY = { answer: "out", body: "in", form: "out", json: "out", query: "out" }

/** The declarations of a file with plain types; `one` way of a schema is told where a row or a route has it. */
export function withPlainSchemas(text) {
  const reader = new Reader(text)
  const edits = []
  visit(parseAst(text, { lang: "dts", astType: "ts" }), (node, parents) => {
    const name = zodName(node)
    if (name === undefined || name.startsWith("$") || !isSchema(node, name)) return true
    const [indent] = /[ \t]*/.exec(text.slice(text.lastIndexOf("\n", node.start) + 1))
    const plain = told(reader.read(node), parents).replaceAll("\n", `\n${indent}`)
    edits.push({ start: node.start, end: node.end, text: plain })
    return false
  })
  return edited(text, edits)
}

/** `S extends z.ZodType` is about any schema, and stays. */
const isSchema = (node, name) => name in SIMPLE || (name.startsWith("Zod") && node.typeArguments !== null)

function told({ in: taken, out }, parents) {
  const fact = parents.findLast(({ type }) => type === "TSPropertySignature")
  const way = ONE_WAY[fact?.key.name]
  if (way === "in") return `import("zod").ZodType<unknown, ${taken}>`
  return `import("zod").ZodType<${way === "out" || taken === out ? out : `${out}, ${taken}`}>`
}

/** The name of a type of zod, however it is imported. */
function zodName(node) {
  if (node.type === "TSImportType") return node.source.value.startsWith("zod") ? lastOf(node.qualifier) : undefined
  if (node.type !== "TSTypeReference" || node.typeName.type !== "TSQualifiedName") return undefined
  let [first] = [node.typeName]
  while (first.type === "TSQualifiedName") first = first.left
  return first.name === "z" ? lastOf(node.typeName) : undefined
}

const lastOf = (name) => (name.type === "TSQualifiedName" ? name.right.name : name.name)

/** What a schema takes and gives, and whether a member of it may be absent. */
class Reader {
  #text

  constructor(text) {
    this.#text = text
  }

  /** Answers texts of types, `in` and `out`, and which of both may be absent where it is a member. */
  read(node) {
    const name = zodName(node)
    const given = node.typeArguments?.params ?? []
    if (name in SIMPLE) return same(SIMPLE[name])
    if (name === undefined || !(`read${name}` in this)) {
      throw new Error(`${name ?? this.#of(node)}: scripts/plain-schemas.mjs does not know what it takes`)
    }
    return this[`read${name}`](...given)
  }

  #of(node) {
    return this.#text.slice(node.start, node.end)
  }

  readZodLiteral(value) {
    return same(this.#of(value))
  }

  readZodEnum(values) {
    return same(values.members.map(({ typeAnnotation }) => this.#of(typeAnnotation.typeAnnotation)).join(" | "))
  }

  readZodType(out, taken) {
    return { out: this.#of(out), in: taken === undefined ? "unknown" : this.#of(taken) }
  }

  readZodCustom(out, taken) {
    return this.readZodType(out, taken)
  }

  readZodTransform(out, taken) {
    return this.readZodType(out, taken)
  }

  readZodPipe(from, to) {
    const [first, last] = [this.read(from), this.read(to)]
    return { in: first.in, mayMissIn: first.mayMissIn, out: last.out, mayMissOut: last.mayMissOut }
  }

  readZodOptional(inner) {
    return { ...each(this.read(inner), (type) => `${type} | undefined`), mayMissIn: true, mayMissOut: true }
  }

  readZodNullable(inner) {
    return each(this.read(inner), (type) => `${type} | null`)
  }

  readZodArray(element) {
    const isOne = WHOLE.has(zodName(element))
    const list = each(this.read(element), (type) => (isOne ? `${type}[]` : `(${type})[]`))
    return { ...list, mayMissIn: false, mayMissOut: false }
  }

  readZodRecord(_, value) {
    const map = each(this.read(value), (type) => `Record<string, ${type}>`)
    return { ...map, mayMissIn: false, mayMissOut: false }
  }

  readZodUnion(options) {
    const types = options.typeAnnotation.elementTypes
    const objects = types.filter((one) => zodName(one) === "ZodObject")
    const others = types.filter((one) => !objects.includes(one)).map((one) => this.read(one))
    const all = objects.length > 0 ? [...others, this.#oneOf(objects)] : others
    return {
      in: all.map((one) => one.in).join(" | "),
      out: all.map((one) => one.out).join(" | "),
      mayMissIn: all.some((one) => one.mayMissIn),
      mayMissOut: all.some((one) => one.mayMissOut),
    }
  }

  readZodObject(shape, kind) {
    const members = this.#membersOf(shape)
    if (members.length === 0 && zodName(kind) !== "$loose") return same("Record<string, never>")
    const rest = zodName(kind) === "$loose" ? ["[x: string]: unknown"] : []
    return { in: object("in", members, rest), out: object("out", members, rest) }
  }

  #membersOf(shape) {
    return shape.members.map((member) => {
      const { in: taken, mayMissIn = false, out, mayMissOut = false } = this.read(member.typeAnnotation.typeAnnotation)
      const name = this.#of(member.key)
      const ways = { in: `${name}${mayMissIn ? "?" : ""}: ${taken}`, out: `${name}${mayMissOut ? "?" : ""}: ${out}` }
      return { name, mayMissIn, mayMissOut, ...ways }
    })
  }

  #oneOf(objects) {
    if (objects.some(({ typeArguments: { params } }) => zodName(params[1]) === "$loose")) {
      const all = objects.map((one) => this.read(one))
      return { in: all.map((one) => one.in).join(" | "), out: all.map((one) => one.out).join(" | ") }
    }
    const shapes = objects.map(({ typeArguments: { params } }) => ({ members: this.#membersOf(params[0]), added: [] }))
    return { in: oneOf("in", shapes), out: oneOf("out", shapes) }
  }
}

/**
 * One of several objects. What many of them have is declared once, and what differs in it is `added` by a mapped type: TypeScript 7
 * shows nothing of a member that has several declarations where it is not known which of them is meant.
 */
function oneOf(way, shapes) {
  if (shapes.length === 1) return alone(way, shapes[0])
  const named = (name) => shapes.map(({ members }) => members.find((one) => one.name === name))
  const common = shapes[0].members.filter(({ name }) => !named(name).includes(undefined))
  const isSame = ({ name }) => new Set(named(name).map((one) => one[way])).size === 1
  const names = new Set(common.map(({ name }) => name))
  const mayMiss = way === "in" ? "mayMissIn" : "mayMissOut"
  const shown = common.map((one) => {
    const isOptional = named(one.name).every((other) => other[mayMiss])
    return isSame(one) ? one : { [way]: `${one.name}${isOptional ? "?" : ""}: unknown` }
  })
  const rest = shapes.map(({ members, added }) => ({
    members: members.filter(({ name }) => !names.has(name)),
    added: [...added, ...members.filter((one) => names.has(one.name) && !isSame(one))],
  }))
  const parts = grouped(rest).map((group) => oneOf(way, group))
  return common.length === 0 ? parts.join(" | ") : `(${object(way, shown)} & (${parts.join(" | ")}))`
}

const alone = (way, { members, added }) =>
  added.length === 0
    ? object(way, members)
    : `(import("zod").Narrower<${object(way, added)}> & ${object(way, members)})`

/** Objects that have nothing in common, by what some of them have. */
function grouped(shapes) {
  const counts = new Map()
  for (const { members } of shapes) for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [shared] = [...counts].filter(([, count]) => count > 1).sort(([, left], [, right]) => right - left)
  if (shared === undefined) return shapes.map((one) => [one])
  const has = ({ members }) => members.some(({ name }) => name === shared[0])
  return [shapes.filter(has), ...grouped(shapes.filter((one) => !has(one)))]
}

/** An object type that has members, as they are said one way. */
function object(way, members, rest = []) {
  const lines = [...members.map((one) => one[way]), ...rest]
  return `{${lines.map((line) => `\n    ${line.replaceAll("\n", "\n    ")};`).join("")}\n}`
}

const same = (type) => ({ in: type, out: type })
const each = ({ in: taken, out, ...rest }, change) => ({ ...rest, in: change(taken), out: change(out) })
