/**
 * Writes down what the parameters of a row's paths are, in its declaration: of what types that follow from the texts of paths say,
 * TypeScript 7 shows no comments.
 */

import { parseAst } from "rolldown/parseAst"
import { edited, visit } from "./syntax-trees.mjs"

/** The declarations of rows with `params`: those that an alias lacks may be absent. */
export function withParameters(text) {
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
    edits.push({
      start: paths.end,
      end: paths.end,
      text: `\n${indent}readonly params: {${members.join("")}\n${indent}};`,
    })
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
