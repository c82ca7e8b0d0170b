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
      return { in: `${name}${mayMissIn ? "?" : ""}: ${taken}`, out: `${name}${mayMissOut ? "?" : ""}: ${out}` }
    })
  }

  /** What all of several objects have is declared once: a member of several declarations has no comment where it is not known which it is. */
  #oneOf(objects) {
    const [first, ...more] = objects.map(({ typeArguments: { params } }) => this.#membersOf(params[0]))
    const isPlain = objects.every(({ typeArguments: { params } }) => zodName(params[1]) !== "$loose")
    const isIn = (members, one) => members.some((other) => other.in === one.in && other.out === one.out)
    const common = first.filter((one) => more.every((members) => isIn(members, one)))
    if (!isPlain || more.length === 0 || common.length === 0) {
      const all = objects.map((one) => this.read(one))
      return { in: all.map((one) => one.in).join(" | "), out: all.map((one) => one.out).join(" | ") }
    }
    const rest = [first, ...more].map((members) => members.filter((one) => !isIn(common, one)))
    const text = (way) => `(${object(way, common)} & (${rest.map((members) => object(way, members)).join(" | ")}))`
    return { in: text("in"), out: text("out") }
  }
}

/** An object type that has members, as they are said one way. */
function object(way, members, rest = []) {
  const lines = [...members.map((one) => one[way]), ...rest]
  return `{${lines.map((line) => `\n    ${line.replaceAll("\n", "\n    ")};`).join("")}\n}`
}

const same = (type) => ({ in: type, out: type })
const each = ({ in: taken, out, ...rest }, change) => ({ ...rest, in: change(taken), out: change(out) })
