import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type AnswerTo, ask } from "../../api/control.ts"
import { Badge, ViewHead } from "../../parts/notice.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, go, worldName } from "../../state/address.ts"
import { followWorlds, refresh } from "../../state/live.ts"
import { useResource } from "../../state/resource.ts"
import { showToast } from "../../state/toasts.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { worlds } from "../../state/world.ts"
import { count } from "../../texts/language.ts"
import { worldTexts } from "../../texts/worlds.ts"
import { Compare } from "./compare.tsx"
import { DeleteDialog, ForkDialog } from "./dialogs.tsx"
import { Import } from "./import.tsx"
import { Snapshots, useSnapshots } from "./snapshots.tsx"
import { asTree } from "./tree.ts"

export type World = AnswerTo<"GET /worlds">["worlds"][number]

export default function Worlds() {
  const t = worldTexts()
  const asked = useSignal<{ readonly act: "fork" | "delete"; readonly world: World } | undefined>(undefined)
  const close = () => {
    asked.value = undefined
  }
  const family = useResource("family", async (signal) => (await ask("GET /family", { signal })).family, [
    "change",
    "fired",
    "world",
  ])
  const distances = new Map((family.value.value ?? []).map((one) => [one.world.name, one.distance]))
  const isMain = worldName.value === "main"
  useEffect(() => (isMain ? undefined : followWorlds()), [isMain])
  const isHere = worlds.value.some(({ name }) => name === worldName.value)
  return (
    <>
      <ViewHead title={t.title} about={t.about} />
      <div class="card table-box cards-when-narrow">
        <table>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.created}</th>
              <th scope="col">{t.now}</th>
              <th scope="col" class="number">
                {t.items}
              </th>
              <th scope="col" class="number">
                {t.version}
              </th>
              <th scope="col" class="number">
                {t.distance}
              </th>
              <th scope="col">{t.acts}</th>
            </tr>
          </thead>
          <tbody>
            {asTree(worlds.value).map(({ world, depth }) => (
              <Row
                key={world.name}
                world={world}
                depth={depth}
                distance={distances.get(world.name)}
                onFork={() => {
                  asked.value = { act: "fork", world }
                }}
                onDelete={() => {
                  asked.value = { act: "delete", world }
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isHere ? <OfWorld key={worldName.value} world={worldName.value} /> : null}
      {asked.value?.act === "fork" ? <ForkDialog from={asked.value.world.name} onClose={close} /> : null}
      {asked.value?.act === "delete" ? <DeleteDialog world={asked.value.world.name} onClose={close} /> : null}
    </>
  )
}

function OfWorld({ world }: { readonly world: string }) {
  const snapshots = useSnapshots(world)
  return (
    <div class="cards">
      <Snapshots world={world} snapshots={snapshots} />
      <Import world={world} />
      <Compare world={world} snapshots={snapshots.value.value ?? []} />
    </div>
  )
}

interface RowProps {
  readonly world: World
  readonly depth: number
  /** Number of records that differ from the parent world. Null if the parent was deleted. Undefined until it has been read. */
  readonly distance: number | null | undefined
  onFork(): void
  onDelete(): void
}

function Row({ world, depth, distance, onFork, onDelete }: RowProps) {
  const t = worldTexts()
  const { name } = world
  const isHere = name === worldName.value
  const reset = () =>
    attempt(async () => {
      await withUndo(t.resetDone(name), () => ask("POST /worlds/:w/reset", { params: { w: name } }), { world: name })
      if (!isHere) showToast({ tone: "good", text: t.resetDone(name) })
    })
  const download = () =>
    attempt(async () => {
      const fixture = await ask("GET /worlds/:w/export", { params: { w: name } })
      const link = document.createElement("a")
      link.href = URL.createObjectURL(new Blob([JSON.stringify(fixture, null, 2)], { type: "application/json" }))
      link.download = `${name}.json`
      link.click()
      URL.revokeObjectURL(link.href)
    })
  return (
    <tr>
      <th scope="row">
        <span class="branch" aria-hidden="true">
          {depth === 0 ? "" : `${"   ".repeat(depth - 1)}└ `}
        </span>
        <a href={addressOf("overview", [], {}, name)} onClick={() => go(addressOf("overview", [], {}, name))}>
          {name}
        </a>{" "}
        {isHere ? <Badge tone="accent">{t.here}</Badge> : null}
      </th>
      <td data-label={t.created}>
        <Time at={world.created_at} />
      </td>
      <td data-label={t.now}>
        <Time at={world.now} />
      </td>
      <td data-label={t.items} class="number">
        {count(world.items)}
      </td>
      <td data-label={t.version} class="number">
        {count(world.version)}
      </td>
      <td data-label={t.distance} class="number">
        {distance === undefined || distance === null ? "–" : count(distance)}
      </td>
      <td>
        <span class="tools">
          <button type="button" class="button small" aria-label={t.forkOf(name)} onClick={onFork}>
            {t.fork}
          </button>
          <button
            type="button"
            class="button small"
            aria-label={`${t.export} ${name}`}
            onClick={() => void download().then(refresh)}
          >
            {t.export}
          </button>
          <button
            type="button"
            class="button small danger"
            aria-label={`${t.reset} ${name}`}
            onClick={() => void reset()}
          >
            {t.reset}
          </button>
          {name === "main" ? null : (
            <button type="button" class="button small danger" aria-label={`${t.delete} ${name}`} onClick={onDelete}>
              {t.delete}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}
