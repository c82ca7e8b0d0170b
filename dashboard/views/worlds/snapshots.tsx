import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import { controlCommand } from "../../parts/commands.ts"
import { Empty, Failure } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { refresh } from "../../state/live.ts"
import { type Resource, useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { isUndoName } from "../../state/undo-names.ts"
import { deleteSnapshot, takeSnapshot } from "../../state/undo-worlds.ts"
import { worldTexts } from "../../texts/worlds.ts"
import { ForkDialog } from "./dialogs.tsx"

export type Snapshot = AnswerTo<"GET /worlds/:w/snapshots">["snapshots"][number]

/** Reads the snapshots of a world, except those that exist only for undo. */
export const useSnapshots = (world: string): Resource<readonly Snapshot[]> =>
  useResource(
    `snapshots ${world}`,
    async (gone) =>
      (await ask("GET /worlds/:w/snapshots", { params: { w: world }, signal: gone })).snapshots.filter(
        ({ name }) => !isUndoName(name),
      ),
    ["snapshot", "world"],
  )

export function Snapshots({
  world,
  snapshots,
}: {
  readonly world: string
  readonly snapshots: Resource<readonly Snapshot[]>
}) {
  const t = worldTexts()
  const forking = useSignal<string | undefined>(undefined)
  const restore = (s: string) =>
    attempt(() =>
      withUndo(t.restored(s), () => ask("POST /worlds/:w/snapshots/:s/restore", { params: { w: world, s } })),
    )
  const remove = (s: string) => attempt(() => deleteSnapshot(world, s))
  return (
    <section class="card" aria-label={t.snapshots}>
      <div class="card-head">
        <h2>{t.snapshotsOf(world)}</h2>
      </div>
      <div class="card-body">
        <TakeSnapshot world={world} />
      </div>
      <Shown of={snapshots}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.noSnapshots} command={controlCommand("PUT", "/snapshots/before")} />
          ) : (
            <ul class="rows">
              {all.map(({ name, at }) => (
                <li key={name}>
                  <span class="grow">
                    <b>{name}</b>{" "}
                    <span class="soft">
                      <Time at={at} />
                    </span>
                  </span>
                  <button
                    type="button"
                    class="button small"
                    aria-label={`${t.restore} ${name}`}
                    onClick={() => void restore(name)}
                  >
                    {t.restore}
                  </button>
                  <button
                    type="button"
                    class="button small"
                    aria-label={`${t.forkFrom} ${name}`}
                    onClick={() => {
                      forking.value = name
                    }}
                  >
                    {t.forkFrom}
                  </button>
                  <button
                    type="button"
                    class="button small danger"
                    aria-label={`${t.delete} ${name}`}
                    onClick={() => void remove(name)}
                  >
                    {t.delete}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {forking.value === undefined ? null : (
        <ForkDialog
          from={world}
          snapshot={forking.value}
          onClose={() => {
            forking.value = undefined
          }}
        />
      )}
    </section>
  )
}

function TakeSnapshot({ world }: { readonly world: string }) {
  const t = worldTexts()
  const name = useSignal("")
  const failure = useSignal<unknown>(undefined)
  const take = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    try {
      await takeSnapshot(world, name.value)
      name.value = ""
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <form class="field" onSubmit={(event) => void take(event)}>
      <label for="snapshot-name">{t.snapshotName}</label>
      <span class="with-button">
        <input
          id="snapshot-name"
          required
          aria-invalid={failure.value !== undefined}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" class="button">
          {t.takeSnapshot}
        </button>
      </span>
      {failure.value === undefined ? null : <Failure error={failure.value} />}
    </form>
  )
}
