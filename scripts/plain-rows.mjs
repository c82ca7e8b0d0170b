/**
 * Leaves of the declarations of rows what clients have to know, with the parameters of their paths written down: of types that follow
 * from the texts of paths, TypeScript 7 shows no comments.
 */

import { parseAst } from "rolldown/parseAst"
import { edited, visit } from "./syntax-trees.mjs"

/** What is left of a row. */
const KEPT = new Set(["method", "query", "body", "form", "file", "answer"])

/** The declarations of rows for clients, with `params`: those that an alias lacks may be absent. */
export function withClientRows(text) {
  const edits = []
  visit(parseAst(text, { lang: "dts", astType: "ts" }), (node) => {
    if (node.type !== "TSTypeLiteral") return true
    const paths = node.members.find(({ key }) => key?.name === "paths")
    if (paths === undefined) return true
    const aliases = node.members.find(({ key }) => key.name === "aliases")
    const names = [...textsIn(paths), ...(aliases === undefined ? [] : textsIn(aliases))]
      .filter((one) => one.startsWith("/"))
      .map((path) => [...path.matchAll(/:([\w-]+)/g)].map(([, name]) => name))
    const [indent] = /[ \t]*$/.exec(text.slice(0, paths.start))
    const members = [...new Set(names.flat())].map((name) => {
      const isInAll = names.every((path) => path.includes(name))
      return `\n${indent}    readonly "${name}"${isInAll ? "" : "?"}: string;`
    })
    const params = `readonly params: {${members.join("")}\n${indent}};`
    const kept = node.members.filter(({ key }) => KEPT.has(key.name)).map(({ start, end }) => text.slice(start, end))
    const [first, last] = [node.members[0], node.members.at(-1)]
    edits.push({ start: first.start, end: last.end, text: [params, ...kept].join(`\n${indent}`) })
    return false
  })
  return edited(text, edits)
}

function textsIn(node) {
  const texts = []
  visit(node, ({ type, value }) => {
    if (type === "Literal") texts.push(value)
    return true
  })
  return texts
}

const OF_PATHS = ": ParamsOfPaths<R>"

/** Declarations of what follows from a row, for rows that say their parameters. */
export function withoutPaths(text) {
  if (!text.includes(OF_PATHS)) throw new Error("emulator/contract/row.ts: the type of parameters is not where it was")
  return text.replace(OF_PATHS, ": never")
}
