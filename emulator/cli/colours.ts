import { styleText } from "node:util"

type Format = Parameters<typeof styleText>[0]

export type Paint = (format: Format, text: string) => string

interface Stream {
  readonly isTTY?: boolean | undefined
}

/** Returns whether to use colours. FORCE_COLOR overrides NO_COLOR, which overrides the stream's own support of colours. */
export function showsColours(env: Readonly<Record<string, string | undefined>>, stream: Stream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false
  return stream.isTTY === true && TERM !== "dumb"
}

export const plain: Paint = (_, text) => text

export const paintText: Paint = (format, text) => styleText(format, text, { validateStream: false })
