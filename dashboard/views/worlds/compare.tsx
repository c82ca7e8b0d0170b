import { type Signal, useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import { ask, askPage } from "../../api/control.ts"
import { BeforeAfter } from "../../parts/before-after.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, go, withQuery } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { worlds } from "../../state/world.ts"
import { pastTexts } from "../../texts/past.ts"
import { worldTexts } from "../../texts/worlds.ts"
import type { Snapshot } from "./snapshots.tsx"

const MAX_SHOWN_CHANGES = 200
const MAX_OFFERED_VERSIONS = 100

/** Compares the world with another world (`?with=` in the address), a snapshot (`?snapshot=`) or two of its versions (`?from=&to=`). */
export function Compare({ world, snapshots }: { readonly world: string; readonly snapshots: readonly Snapshot[] }) {
  const t = worldTexts()
  const { query } = address.value
  const other = query.get("with")
  const snapshot = query.get("snapshot")
  const from = query.get("from")
  const to = query.get("to")
  const choose = (chosen: string) => {
    const [kind, ...name] = chosen.split(":")
    const named = name.join(":")
    const chosenOf = (wanted: string) => (kind === wanted ? named : null)
    go(withQuery({ with: chosenOf("world"), snapshot: chosenOf("snapshot"), from: null, to: null }), "replace")
  }
  return (
    <section class="card across" aria-label={t.compare}>
      <div class="card-head">
        <h2>{t.compare}</h2>
        <select
          aria-label={t.compareWith}
          value={
            from !== undefined
              ? `version:${from}`
              : snapshot !== undefined
                ? `snapshot:${snapshot}`
                : other !== undefined
                  ? `world:${other}`
                  : ""
          }
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{t.compareNothing}</option>
          {from === undefined ? null : <option value={`version:${from}`}>{nameOfVersions(from, to)}</option>}
          {worlds.value
            .filter(({ name }) => name !== world)
            .map(({ name }) => (
              <option key={name} value={`world:${name}`}>
                {name}
              </option>
            ))}
          {snapshots.map(({ name }) => (
            <option key={name} value={`snapshot:${name}`}>
              {t.snapshotNamed(name)}
            </option>
          ))}
        </select>
      </div>
      <ChooseVersions world={world} from={from ?? ""} to={to ?? ""} />
      {other === undefined && snapshot === undefined && from === undefined ? (
        <p class="card-body soft">{t.compareHint}</p>
      ) : (
        <Differences
          key={`${other} ${snapshot} ${from} ${to}`}
          world={world}
          query={from !== undefined ? { from, to } : snapshot === undefined ? { with: other } : { snapshot }}
        />
      )}
    </section>
  )
}

const nameOfVersions = (from: string, to: string | undefined): string =>
  to === undefined ? pastTexts().sinceVersion(from) : pastTexts().betweenVersions(from, to)

interface Chosen {
  readonly world: string
  readonly from: string
  /** Empty for the current version. */
  readonly to: string
}

/** Lets the user choose two versions of the world. A version may have any of its names, such as `-1` or `before:12`. */
function ChooseVersions({ world, from, to }: Chosen) {
  const t = pastTexts()
  const list = useId()
  const versions = useResource(
    `versions ${world}`,
    async (signal) =>
      (await ask("GET /worlds/:w/versions", { params: { w: world }, query: { limit: MAX_OFFERED_VERSIONS }, signal }))
        .versions,
    ["change", "clock", "fired", "world"],
  )
  const older = useSignal(from)
  const newer = useSignal(to)
  const compare = (event: Event) => {
    event.preventDefault()
    go(withQuery({ with: null, snapshot: null, from: older.value.trim(), to: newer.value.trim() }), "replace")
  }
  return (
    <form class="card-body tools" onSubmit={compare}>
      <VersionInput label={t.fromVersion} of={older} list={list} required />
      <VersionInput label={t.toVersion} of={newer} list={list} placeholder={t.current} />
      <button type="submit" class="button small">
        {t.compareVersions}
      </button>
      <datalist id={list}>
        {(versions.value.value ?? []).map(({ version, operation, at }) => (
          <option key={version} value={String(version)}>
            {`${operation} ${at}`}
          </option>
        ))}
      </datalist>
    </form>
  )
}

interface VersionInputProps {
  readonly label: string
  readonly of: Signal<string>
  /** ID of the list of offered versions. */
  readonly list: string
  readonly required?: boolean
  readonly placeholder?: string
}

function VersionInput({ label, of, ...others }: VersionInputProps) {
  return (
    <label>
      {label}{" "}
      <input
        {...others}
        size={12}
        value={of.value}
        onInput={({ currentTarget }) => {
          of.value = currentTarget.value
        }}
      />
    </label>
  )
}

interface Props {
  readonly world: string
  readonly query: Readonly<Partial<Record<"with" | "snapshot" | "from" | "to", string | undefined>>>
}

function Differences({ world, query }: Props) {
  const t = worldTexts()
  const found = useResource(
    `differences ${world} ${JSON.stringify(query)}`,
    (signal) =>
      askPage("GET /worlds/:w/differences", {
        params: { w: world },
        query: { ...query, limit: MAX_SHOWN_CHANGES },
        signal,
      }),
    ["change", "fired", "snapshot", "world"],
  )
  return (
    <div class="card-body">
      <Shown of={found}>
        {({ answer: { differences }, goesOn }) => (
          <>
            <p class="soft" role="status">
              {differences.length === 0
                ? t.same
                : goesOn
                  ? t.firstOf(MAX_SHOWN_CHANGES)
                  : t.differences(differences.length)}
            </p>
            <ul class="plain-list">
              {differences.map((difference, at) => (
                <li key={`${difference.table} ${difference.id} ${at}`}>
                  <BeforeAfter of={difference} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </div>
  )
}
