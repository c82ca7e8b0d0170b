import * as bulk from "./bulk.ts"
import * as clock from "./clock.ts"
import type { AnyKind } from "./command.ts"
import * as comments from "./comments.ts"
import * as files from "./files.ts"
import * as links from "./links.ts"
import * as reads from "./reads.ts"
import * as writes from "./writes.ts"

/** All command kinds by name. Most names are those of the tested operations. */
export const kinds = {
  ...writes,
  ...bulk,
  ...reads,
  ...links,
  ...comments,
  ...files,
  ...clock,
} as const satisfies Readonly<Record<string, AnyKind>>

/** Name of a command kind: an operation, or a special use of an operation (`CopyItem`, `AttachFile`). */
export type KindName = keyof typeof kinds

/** All command kinds as a list. */
export const everyKind: readonly AnyKind[] = Object.values(kinds)
