/** The source from which a rule is known. */
export type Origin = "seed" | "docs" | "client" | "choice"

/** A single rule of a reference page. */
export interface Statement {
  /** The heading above the rule, as plain text. */
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
  /** Whether a mark † after the heading, or after the first line of a list or paragraph, makes everything below it a choice. */
  readonly isChoice: boolean
}

/**
 * Returns the rules of a reference page, in order: the rows of its tables, the elements of its lists, and the sentences of its paragraphs.
 */
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

/** Splits a page into paragraphs, tables and lists, without its code blocks. */
const blocksOf = (page: string): string[] =>
  page
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "")

/** Whether a paragraph introduces the next block and is marked as a choice. */
const isHeadOfChoices = (block: string): boolean =>
  /:$/.test(block) && (/†:$/.test(block) || /^\*\*[^*]+\*\*†/.test(block))

/** Returns the rules of a block, each with whether the introduction of the block is marked as a choice. */
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

/** If the heading of a column is marked as a choice, all its cells are choices. */
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

/** Removes marks, anchors and links from a text. */
export const plain = (text: string): string =>
  text
    .replaceAll(/<a [^>]*>|<\/a>/g, "")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/[†‡]/g, "")
    .trim()
