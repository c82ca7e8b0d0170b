import { crc32 } from "node:zlib"
import { type ChangeRow, StoreTrouble, type WorldNumber } from "../../../src/ports/index.ts"

export const sumOf = (world: WorldNumber, { sequence, at, actor, operation, body }: ChangeRow): number =>
  crc32(`${world} ${sequence} ${at} ${actor} ${operation} ${body}`)

export function requireSoundChange(world: WorldNumber, change: ChangeRow, sum: number): void {
  if (sumOf(world, change) !== sum)
    throw new StoreTrouble(
      "other",
      `the store is damaged: the change ${change.sequence} of the world ${world} does not match its check sum`,
    )
}
