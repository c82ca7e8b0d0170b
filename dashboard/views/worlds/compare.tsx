import { askPage } from "../../api/control.ts"
import { BeforeAfter } from "../../parts/before-after.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, go, withQuery } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { worlds } from "../../state/world.ts"
import { pastTexts } from "../../texts/past.ts"
import { worldTexts } from "../../texts/worlds.ts"
import type { Snapshot } from "./snapshots.tsx"

const MAX_SHOWN_CHANGES = 200

/** Compares the world with another world (`?with=` in the address), a snapshot (`?snapshot=`) or one of its versions (`?from=`). */
export function Compare({ world, snapshots }: { readonly world: string; readonly snapshots: readonly Snapshot[] }) {
  const t = worldTexts()
  const { query } = address.value
  const other = query.get("with")
  const snapshot = query.get("snapshot")
  const from = query.get("from")
  const choose = (chosen: string) => {
    const [kind, ...name] = chosen.split(":")
    const named = name.join(":")
    const chosenOf = (wanted: string) => (kind === wanted ? named : null)
    go(withQuery({ with: chosenOf("world"), snapshot: chosenOf("snapshot"), from: chosenOf("version") }), "replace")
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
          {from === undefined ? null : <option value={`version:${from}`}>{pastTexts().sinceVersion(from)}</option>}
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
      {other === undefined && snapshot === undefined && from === undefined ? (
        <p class="card-body soft">{t.compareHint}</p>
      ) : (
        <Differences
          key={`${other} ${snapshot} ${from}`}
          world={world}
          query={from !== undefined ? { from } : snapshot === undefined ? { with: other } : { snapshot }}
        />
      )}
    </section>
  )
}

interface Props {
  readonly world: string
  readonly query: { readonly with?: string | undefined; readonly snapshot?: string; readonly from?: string }
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
