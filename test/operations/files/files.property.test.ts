import * as fc from "fast-check"
import { expect, test } from "vitest"
import { indexFaults } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { tickerWorld } from "../../automation/clock/ticker.ts"
import { apiClient } from "../../conformance.ts"

const PLACE = { "app-id": "APP", "datastore-id": "TASKS" }
const DAY_MS = 86_400_000

type Step =
  | { readonly kind: "upload" | "detached"; readonly item: number }
  | { readonly kind: "name"; readonly item: number; readonly files: readonly number[] }
  | { readonly kind: "drop"; readonly item: number; readonly file: number }
  | { readonly kind: "copy" | "delete"; readonly item: number }
  | { readonly kind: "wait"; readonly hours: number }

const index = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("upload" as const, "detached" as const), item: index }),
  fc.record({ kind: fc.constant("name" as const), item: index, files: fc.uniqueArray(index, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant("drop" as const), item: index, file: index }),
  fc.record({ kind: fc.constantFrom("copy" as const, "delete" as const), item: index }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 30 }) }),
)

const itemsOf = (world: World) => {
  const view = world.view()
  return view
    .table("datastores")
    .toArray()
    .flatMap(({ dId }) => view.table(`items:${dId}`).toArray())
}

const namedBy = (world: World, iId: string): readonly string[] => {
  const item = itemsOf(world).find((one) => one.iId === iId)
  return Object.values(item?.values ?? {})
    .filter(Array.isArray)
    .flat() as string[]
}

/** Checks the invariants of files and items in a slow and simple way. */
function checkFiles(world: World): void {
  const named = new Set(itemsOf(world).flatMap(({ iId }) => namedBy(world, iId)))
  const files = new Map(
    world
      .view()
      .table("files")
      .toArray()
      .map((file) => [file.fileId as string, file]),
  )
  for (const fileId of named) expect(files.get(fileId)).toMatchObject({ deleted: false, temporary: false })
  for (const { fileId, iId, deleted, temporary, createdAt } of files.values()) {
    if (deleted) expect(named).not.toContain(fileId)
    else if (temporary) expect(Date.parse(world.now) - Date.parse(createdAt)).toBeLessThan(DAY_MS)
    else expect(namedBy(world, iId ?? "")).toContain(fileId)
  }
  expect(indexFaults(world.state)).toEqual([])
}

test("every named file is there, every file that nobody names is gone or waits less than a day", async () => {
  const origin = await tickerWorld([])
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = origin.fork()
      const ada = apiClient(world, "ada-token")
      const uploads: string[] = []
      const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
      const update = (iId: string, files: readonly (string | undefined)[]) =>
        ada.updateItem({
          params: { ...PLACE, "item-id": iId },
          body: {
            item: { Paper: files.filter((one) => one !== undefined) },
            use_display_id: true,
            is_force_update: true,
          },
        })
      for (const one of steps) {
        const item = "item" in one ? pick(itemsOf(world), one.item)?.iId : undefined
        const file = new File(["x"], "x")
        if (one.kind === "wait") await world.clock.advance(`${one.hours}h`)
        else if (one.kind === "detached") uploads.push((await ada.uploadFileDetached({ form: { file } })).body.file_id)
        else if (item === undefined) continue
        else if (one.kind === "upload") {
          const form = { application_id: "APP", datastore_id: "TASKS", file }
          const params = { "item-id": item, "field-id": "Paper" }
          uploads.push((await ada.uploadFile({ params, form })).body.file_id)
        } else if (one.kind === "name")
          await update(
            item,
            one.files.map((at) => uploads[at]),
          )
        else if (one.kind === "drop") {
          const fileId = pick(uploads, one.file) ?? "none"
          await ada.deleteFile({ params: { "item-id": item, "field-id": "Paper", "file-id": fileId } })
        } else if (one.kind === "copy") {
          const copied = await ada.createItem({ params: PLACE, body: { item: { Paper: namedBy(world, item) } } })
          expect(copied.status).toBe(200)
        } else await ada.deleteItem({ params: { ...PLACE, "item-id": item } })
        checkFiles(world)
      }
    }),
    { numRuns: 60, seed: 18 },
  )
})
