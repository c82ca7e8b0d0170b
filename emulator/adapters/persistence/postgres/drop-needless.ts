import type { Needless } from "../../../../src/ports/index.ts"
import { twice, untilCertain } from "./attempts.ts"
import type { Transacting } from "./connection.ts"
import { dropPages } from "./drop-pages.ts"
import type { Statements } from "./statements.ts"

interface Dropping {
  readonly side: Transacting
  readonly sql: Statements
  readonly isOver: () => boolean
}

/** Deletes changes, pages and blobs that are no longer needed, in several transactions. */
export async function dropNeedless(
  { changesUpTo, pages, blobsBut }: Needless,
  { side, sql, isOver }: Dropping,
): Promise<void> {
  for (const [world, version] of changesUpTo ?? []) await twice(() => side.query(sql.dropChanges, [world, version]))
  if (pages !== undefined) {
    await dropPages(side, sql, pages)
    const { rows } = await twice(() => side.query(sql.deletedWorlds))
    for (const { world } of rows) await twice(() => side.query(sql.dropChangesOf, [Number(world)]))
  }
  if (blobsBut === undefined) return
  // `began` is read under a lock: earlier writes have finished, and later ones give their blobs a later timestamp.
  const began = await untilCertain(
    () =>
      side.transaction(async (asking) => {
        await asking.query(sql.lockPages)
        return String((await asking.query(sql.instant)).rows[0]?.at)
      }),
    isOver,
  )
  const neededKeys = [...(await blobsBut())]
  await untilCertain(
    () =>
      side.transaction(async (asking) => {
        await asking.query(sql.lockPages)
        await asking.query(sql.dropBlobs, [neededKeys, began])
      }),
    isOver,
  )
}
