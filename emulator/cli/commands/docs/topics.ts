import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { nearest } from "../../../../src/model/index.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { tableOf } from "../../print.ts"

export interface Topic {
  /** Path of the page in `docs/`, with slashes and without `.md`, e.g. `how-to/faults`. */
  readonly topic: string
  readonly file: string
}

/** The package's pages. Pages in fewer folders come first, so that a page's short name never means its Japanese translation. */
export function listTopics(): Topic[] {
  // The package's own name resolves from sources as well as from bundles, which are in other folders.
  const folder = join(dirname(createRequire(import.meta.url).resolve("hexarium/package.json")), "docs")
  const depth = ({ topic }: Topic) => topic.split("/").length
  return pagesIn(folder)
    .map((path) => ({ topic: path.replaceAll("\\", "/").replace(/\.md$/, ""), file: join(folder, path) }))
    .sort((left, right) => depth(left) - depth(right) || (left.topic < right.topic ? -1 : 1))
}

function pagesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []
    throw error
  }
}

/** The last part of a topic, which suffices to name it. */
const shortName = (topic: string): string => topic.slice(topic.lastIndexOf("/") + 1)

export const topicNames = (): string[] => listTopics().flatMap(({ topic }) => [...new Set([topic, shortName(topic)])])

/** Prints a page, or the list of pages without a topic. */
export async function printTopic(io: Io, given: string | undefined): Promise<number> {
  const topics = listTopics()
  if (topics.length === 0)
    throw commandError("this installation lacks the folder docs; install the package hexarium again")
  if (given === undefined) {
    io.out(
      tableOf(
        ["topic", "page"],
        topics.map(({ topic, file }) => [topic, titleOf(readFileSync(file, "utf8"))]),
      ),
    )
  } else {
    io.out(forTerminal(readFileSync(requireTopic(topics, given).file, "utf8")))
  }
  return EXIT.ok
}

/** Accepts a topic, its last part, and the target of a link between pages, such as `../cli.md#check`. */
function requireTopic(topics: readonly Topic[], given: string): Topic {
  const name = given.replace(/^(?:\.{1,2}\/|docs\/)+/, "").replace(/(?:\.md)?(?:#.*)?$/, "")
  const found = topics.find(({ topic }) => topic === name) ?? topics.find(({ topic }) => shortName(topic) === name)
  if (found !== undefined) return found
  const meant = nearest(name, topicNames())
  throw usageError(
    `unknown topic ${given}; ${meant === undefined ? "hexarium docs prints the list of topics" : `did you mean ${meant}?`}`,
  )
}

const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1] ?? ""

/** Removes comments and anchors, which only programs read. */
const forTerminal = (text: string): string => text.replaceAll(/(?:<!--[\s\S]*?-->|<a id="[^"]*"><\/a>)\n*/g, "")
