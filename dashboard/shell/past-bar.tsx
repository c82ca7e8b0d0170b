import { type AnswerTo, ask } from "../api/control.ts"
import { Failure } from "../parts/notice.tsx"
import { Time } from "../parts/time.tsx"
import { shownVersion } from "../shown-version.ts"
import { address, addressOf, go, withQuery, worldName } from "../state/address.ts"
import { useResource } from "../state/resource.ts"
import { attempt, withUndo } from "../state/undo.ts"
import { forkWorld } from "../state/undo-worlds.ts"
import { pastTexts } from "../texts/past.ts"

type World = AnswerTo<"GET /worlds/:w">
type Version = AnswerTo<"GET /worlds/:w/versions">["versions"][number]

/** Number of versions that the slider offers: as many as a server keeps by default. */
const OFFERED_VERSIONS = 1000

/** Says that the page shows a version of the past, and leads to other versions and back to now. */
export function PastBar() {
  const shown = shownVersion.value
  return shown === undefined ? null : <Bar key={shown.world} version={shown.version} />
}

function Bar({ version }: { readonly version: string }) {
  const t = pastTexts()
  const w = worldName.value
  const at = useResource(`version ${w} ${version}`, (signal) => ask("GET /worlds/:w", { params: { w }, signal }))
  const list = useResource(
    `versions ${w}`,
    async (signal) =>
      (await ask("GET /worlds/:w/versions", { params: { w }, query: { limit: OFFERED_VERSIONS }, signal })).versions,
    ["change", "clock", "fired", "world"],
  )
  const world = at.value.value
  return (
    <section class="notice warn past" aria-label={t.past}>
      {at.error.value === undefined ? null : <Failure error={at.error.value} />}
      {world === undefined ? null : <Place world={world} versions={list.value.value ?? []} />}
      <a class="button small" href={withQuery({ at: null })}>
        {t.backToNow}
      </a>
    </section>
  )
}

interface PlaceProps {
  readonly world: World
  /** The kept versions, newest first. */
  readonly versions: readonly Version[]
}

function Place({ world, versions }: PlaceProps) {
  const t = pastTexts()
  const { name, version } = world
  const made = versions.find((one) => one.version === version)
  const newest = versions[0]?.version ?? version
  // The version with which the history began can be read, but it is not in the list.
  const oldest = Math.min(version, (versions.at(-1)?.version ?? version + 1) - 1)
  const show = (wanted: number) => go(withQuery({ at: String(wanted) }), "replace")
  const rewind = () =>
    attempt(async () => {
      await withUndo(t.rewound(version), () =>
        ask("POST /worlds/:w/rewind", { params: { w: name }, body: { version } }),
      )
      go(withQuery({ at: null }))
    })
  return (
    <>
      <p role="status">
        {t.shown(String(version))} {made === undefined ? null : t.madeBy(made.operation)} <Time at={world.now} />
      </p>
      <span class="tools">
        <button
          type="button"
          class="button small"
          aria-label={t.older}
          disabled={version <= oldest}
          onClick={() => show(version - 1)}
        >
          ←
        </button>
        <input
          type="range"
          aria-label={t.version}
          min={oldest}
          max={newest}
          value={version}
          onChange={({ currentTarget }) => show(Number(currentTarget.value))}
        />
        <button
          type="button"
          class="button small"
          aria-label={t.newer}
          disabled={version >= newest}
          onClick={() => show(version + 1)}
        >
          →
        </button>
      </span>
      <span class="tools">
        <a class="button small" href={addressOf("worlds", [], { at: null, from: String(version) })}>
          {t.compareToNow}
        </a>
        <button
          type="button"
          class="button small"
          onClick={() => void attempt(() => forkWorld({ from: name, version }, address.peek().view))}
        >
          {t.forkFrom}
        </button>
        <button type="button" class="button small" onClick={() => void rewind()}>
          {t.rewindTo}
        </button>
      </span>
    </>
  )
}
