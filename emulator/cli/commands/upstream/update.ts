import { type PullOptions, type Updated, type UpstreamChange, updateFiles } from "../../../upstream/index.ts"
import { EXIT, type Io } from "../../io.ts"
import { valueText } from "../../print.ts"
import { printable } from "../../printable.ts"

/** Exit code of an update after which the fixture lacks an upstream change. */
const EXIT_DIFFERENT = 2
const MAX_CHANGES = 500
/** Runs `hexarium pull --update`: exit 2 if there are conflicts, or changes that were not written. */
export async function updateFixture(
  io: Io,
  file: string,
  options: PullOptions,
  write: boolean,
  onPulled: () => void,
): Promise<number> {
  const result = await updateFiles(file, { ...options, write })
  onPulled()
  io.out(reportText(file, result, write))
  const isEqual = result.changes.every(({ kind }) => write && kind !== "conflict")
  return isEqual ? EXIT.ok : EXIT_DIFFERENT
}

function reportText(file: string, { changes, hasBase }: Updated, write: boolean): string {
  const noBase = hasBase
    ? ""
    : `${file} has no base: which side changed is unknown, and the file's values stay where they differ${write ? "; it has a base now" : ""}\n`
  if (changes.length === 0) return `${noBase}${file} has all upstream changes\n`
  const conflicts = changes.filter(({ kind }) => kind === "conflict").length
  const counts = `${countNoun(changes.length - conflicts, "upstream change")}, ${countNoun(conflicts, "conflict")}`
  const lines = changes.slice(0, MAX_CHANGES).map(changeText)
  const more = changes.length > MAX_CHANGES ? `  … and ${countNoun(changes.length - MAX_CHANGES, "other")}\n` : ""
  const next = write
    ? `wrote ${file}${conflicts > 0 ? "; edit it where you want the upstream value of a conflict" : ""}\n`
    : "nothing was written; merge the changes with --write\n"
  return `${noBase}${file}: ${counts}\n${lines.join("")}${more}${next}`
}

const SIGNS = { added: "+", removed: "-", changed: "~", moved: "~", conflict: "!" } as const

function changeText({ path, kind, here, there }: UpstreamChange): string {
  const head = `  ${SIGNS[kind]} ${printable(path)}`
  if (kind === "added") return `${head} ${valueText(there)}\n`
  if (kind === "removed") return `${head} ${valueText(here)}\n`
  const note = kind === "moved" ? "  another order" : kind === "conflict" ? "  conflict: the file's value stays" : ""
  return `${head}${note}\n      file     ${valueText(here)}\n      upstream ${valueText(there)}\n`
}

const countNoun = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`
