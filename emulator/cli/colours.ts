import { styleText } from "node:util"

type Format = Parameters<typeof styleText>[0]

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string

interface Stream {
  readonly isTTY?: boolean | undefined
}

/** FORCE_COLOR decides, else NO_COLOR, else whether a terminal reads that understands colours. */
export function showsColours(env: Readonly<Record<string, string | undefined>>, stream: Stream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  return stream.isTTY === true && TERM !== "dumb"
}

export const plain: Paint = (_, text) => text

export const painted: Paint = (format, text) => styleText(format, text, { validateStream: false })
