/** Where a rule is known from. */
export type Origin = "seed" | "docs" | "client" | "choice"

/** A rule of a page of the reference, as a statement of its own. */
export interface Statement {
  /** The heading that it stands below, without its marks. */
  readonly heading: string
  /** Anchor of the section, e.g. `section-6-1`. */
  readonly anchor: string
  readonly text: string
  readonly isChoice: boolean
  readonly isOfClients: boolean
}

interface Place {
  readonly heading: string
  readonly anchor: string
  /** Behind a heading, or the head of a list or paragraph: covers what stands below it. */
  readonly isChoice: boolean
}

/** The statements of a page of the reference, in order: rows of tables, elements of lists, sentences. */
export function statementsOf(page: string): Statement[] {
  const found: Statement[] = []
  let place: Place = { heading: "", anchor: "", isChoice: false }
  let anchor = ""
  let isCarried = false
  for (const block of blocksOf(page)) {
    anchor = /^<a id="(section-[\d-]+)"><\/a>$/m.exec(block)?.[1] ?? anchor
    const heading = /^#{2,} (.+)$/.exec(block)?.[1]
    if (heading !== undefined) {
      place = { heading: plain(heading), anchor, isChoice: heading.includes("†") }
      isCarried = false
      continue
    }
    if (place.heading === "" || block.startsWith("<a ") || block.startsWith("#")) continue
    for (const [text, isCovered] of piecesOf(block)) {
      const isChoice = place.isChoice || isCarried || isCovered || text.includes("†")
      const isOfClients = text.includes("‡")
      if (plain(text).length > 3)
        found.push({ heading: place.heading, anchor: place.anchor, text, isChoice, isOfClients })
    }
    isCarried = isHeadOfChoices(block)
  }
  return found
}

/** Paragraphs, tables and lists; what is code belongs to what stands before it. */
const blocksOf = (page: string): string[] =>
  page
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "")

/** Whether a paragraph is the head of what follows, and marked. */
const isHeadOfChoices = (block: string): boolean =>
  /:$/.test(block) && (/†:$/.test(block) || /^\*\*[^*]+\*\*†/.test(block))

/** The statements of a block, each with whether the head of the block is marked as a choice. */
function piecesOf(block: string): [string, boolean][] {
  if (block.startsWith("|")) return rowsOf(block)
  const lines = block.split("\n")
  const first = lines.findIndex((line) => /^(?:- |\d+\. )/.test(line))
  const head = (first === -1 ? lines : lines.slice(0, first)).join(" ")
  const covers = /†:?\s*$/.test(head) || /^\*\*[^*]+\*\*†/.test(head)
  const elements =
    first === -1
      ? []
      : lines
          .slice(first)
          .join("\n")
          .split(/\n(?=- |\d+\. )/)
  return [
    ...(head === "" ? [] : sentencesOf(head).map((text): [string, boolean] => [text, covers])),
    ...elements.map((text): [string, boolean] => [
      text.replace(/^(?:- |\d+\. )/, "").replaceAll(/\s+/g, " "),
      covers && first > 0,
    ]),
  ]
}

/** A column whose head is marked is a choice from top to bottom. */
function rowsOf(block: string): [string, boolean][] {
  const [head = "", , ...rows] = block.split("\n")
  const marked = cellsOf(head).map((cell) => cell.includes("†"))
  return rows.map((row) => {
    const cells = cellsOf(row)
    return [
      cells.filter((cell) => cell !== "").join(" · "),
      cells.some((cell, at) => cell !== "" && marked[at] === true),
    ]
  })
}

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[a-z)`\]"†‡*][.][†‡]?)(?<!\*\*[†‡]?[.]) (?=[A-Z`*\u2018(])/)
    .map((sentence) => sentence.trim())

/** A text without its marks, anchors and links. */
export const plain = (text: string): string =>
  text
    .replaceAll(/<a [^>]*>|<\/a>/g, "")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/[†‡]/g, "")
    .trim()
