import { readDemo } from "../../../emulator/demo.ts"
import { itemsTable } from "../../../src/state/index.ts"
import { createEngineWorld, type EngineWorld, type World } from "../../../src/world/index.ts"

/** The demo world's fixture and date. */
export const DEMO = { source: "fixtures/demo.yaml", date: "2026-02-09" } as const

let loadedDemo: Promise<EngineWorld> | undefined

/** A new demo world with a frozen clock. Every run of an example then gives the same response. The fixture is loaded once. */
export async function demoWorld(): Promise<EngineWorld> {
  loadedDemo ??= readDemo().then((demo) =>
    createEngineWorld({ ...demo, clock: { mode: "frozen", now: `${DEMO.date}T09:00:00Z` } }),
  )
  return (await loadedDemo).fork()
}

/** IDs in the examples, found by their names in the demo fixture. */
export function namesOf(world: World) {
  const view = world.view()
  const found = <T>(what: string, record: T | undefined): T => {
    if (record === undefined) throw new Error(`the demo has no ${what}`)
    return record
  }
  const datastore = (name: string) =>
    found(
      name,
      view
        .table("datastores")
        .toArray()
        .find(({ displayId }) => displayId === name),
    )
  const file = (name: string) =>
    found(
      name,
      view
        .table("files")
        .toArray()
        .find((one) => one.name === name),
    )
  return {
    workspace: (name: string) =>
      found(
        name,
        view
          .table("workspaces")
          .toArray()
          .find((one) => one.name === name),
      ).wId,
    user: (email: string) => found(email, view.list("users", "usersByEmail", email)[0]).uId,
    task: (title: string) =>
      found(
        title,
        view
          .table(itemsTable(datastore("Tasks").dId))
          .toArray()
          .find(({ values }) => Object.values(values).includes(title)),
      ).iId,
    datastore,
    autoAction: (name: string) =>
      found(
        name,
        view
          .table("autoActions")
          .toArray()
          .find((one) => one.name === name),
      ).autoId,
    file: (name: string) => file(name).fileId,
    itemOfFile: (name: string) => found(name, file(name).iId ?? undefined),
    /** The user's latest confirmation. */
    confirmation: (email: string) => {
      const uId = view.list("users", "usersByEmail", email)[0]?.uId
      const all = view.table("confirmations").toArray()
      return found(email, all.filter((one) => one.uId === uId).at(-1)).confirmationId
    },
    /** The item's latest history entry. */
    history: (iId: string) =>
      found(iId, view.list("histories", "historiesByItem", iId).sort((left, right) => right.ordinal - left.ordinal)[0])
        .historyId,
  }
}

export type DemoNames = ReturnType<typeof namesOf>
