import { type AnswerTo, ask, ControlError } from "../../api/control.ts"
import type { Datastore } from "../../items/datastore.ts"
import { ChangedFields, changedFields } from "../../parts/before-after.tsx"
import { Badge, Empty } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { pastTexts } from "../../texts/past.ts"

type Version = AnswerTo<"GET /worlds/:w/versions">["versions"][number]

interface Props {
  readonly datastore: Datastore
  readonly id: string
}

const MAX_SHOWN_VERSIONS = 20
const NOT_FOUND = 404
/** Names the newest version, because each version is earlier. */
const LAST_INSTANT = "9999-12-31T23:59:59Z"

/** Lists the versions of the world that changed an item, newest first, with the changed fields. */
export function Versions({ datastore, id }: Props) {
  const t = pastTexts()
  const w = worldName.value
  const found = useResource(
    `versions ${w} ${id}`,
    async (signal) => {
      const query = { record: id, limit: MAX_SHOWN_VERSIONS + 1 }
      const { versions } = await ask("GET /worlds/:w/versions", { params: { w }, query, signal })
      return { versions, isKept: versions.length > 0 || (await keepsVersions(w, signal)) }
    },
    ["change", "fired", "world"],
  )
  return (
    <section class="card" aria-label={t.versionsOfItem}>
      <div class="card-head">
        <h2>{t.versionsOfItem}</h2>
      </div>
      <Shown of={found}>
        {({ versions, isKept }) =>
          versions.length === 0 ? (
            isKept ? (
              <p class="card-body soft">{t.noVersionsOfItem}</p>
            ) : (
              <Empty title={t.noHistory} command="hexarium start --history 1000" />
            )
          ) : (
            <>
              <ol class="rows">
                {versions.slice(0, MAX_SHOWN_VERSIONS).map((version) => (
                  <li key={version.version}>
                    <Line version={version} datastore={datastore} id={id} />
                  </li>
                ))}
              </ol>
              {versions.length > MAX_SHOWN_VERSIONS ? (
                <p class="card-body soft">{t.latestOfItem(MAX_SHOWN_VERSIONS)}</p>
              ) : null}
            </>
          )
        }
      </Shown>
    </section>
  )
}

/** Returns whether the server keeps versions of a world. */
const keepsVersions = (world: string, signal: AbortSignal): Promise<boolean> =>
  ask("GET /worlds/:w", { params: { w: `${world}@${LAST_INSTANT}` }, signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ControlError && error.status === NOT_FOUND) return false
      throw error
    },
  )

function Line({ version: made, datastore, id }: Props & { readonly version: Version }) {
  const t = pastTexts()
  const { version, at, operation, user, request, before = null, after = null } = made
  const place = [datastore.application_id, datastore.datastore_id]
  const addressAt = (number: number, record: Version["before"]) =>
    addressOf("data", record === null ? place : [...place, id], { at: String(number) })
  const fields = changedFields({ before, after })
  return (
    <>
      <Badge>{String(version)}</Badge>
      <span class="soft">
        <Time at={at} />
      </span>
      {request === undefined ? (
        <span>{operation}</span>
      ) : (
        <a href={addressOf("requests", [request], { at: null })}>{operation}</a>
      )}
      <span class="soft">{user}</span>
      <span class="tools">
        <a class="button small" aria-label={t.beforeVersion(version)} href={addressAt(version - 1, before)}>
          {t.before}
        </a>
        <a class="button small" aria-label={t.afterVersion(version)} href={addressAt(version, after)}>
          {t.after}
        </a>
      </span>
      {fields.length === 0 ? null : <ChangedFields of={fields} label={t.changesOf(version)} />}
    </>
  )
}
