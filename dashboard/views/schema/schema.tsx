import { ask } from "../../api/control.ts"
import { save } from "../../parts/download.ts"
import { Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { attempt } from "../../state/undo.ts"
import { count } from "../../texts/language.ts"
import { schemaTexts } from "../../texts/schema.ts"
import { DatastoreSchema } from "./datastore.tsx"
import type { Application, Schema } from "./found.ts"
import { RelationGraph } from "./relations.tsx"
import { functionsOf, Scripts } from "./scripts.tsx"

export default function SchemaView() {
  const t = schemaTexts()
  const name = worldName.value
  const schema = useResource(
    `schema ${name}`,
    (signal) => ask("GET /worlds/:w/schema", { params: { w: name }, signal }),
    ["change", "world", "fired"],
  )
  const [application, id] = address.value.place
  const download = () =>
    attempt(async () => {
      const fixture = await ask("GET /worlds/:w/export", { params: { w: name } })
      save(`${name}.json`, "application/json", JSON.stringify(fixture, null, 2))
    })
  return (
    <Shown of={schema}>
      {(found) => {
        const applications = found.workspaces.flatMap((workspace) => workspace.applications)
        const all = applications.flatMap((each) =>
          each.datastores.map((datastore) => ({ application: each, datastore })),
        )
        const chosen = all.find(
          (each) => each.application.application_id === application && each.datastore.datastore_id === id,
        )
        return (
          <>
            <ViewHead
              title={chosen?.datastore.name ?? t.title}
              about={chosen === undefined ? t.about : <a href={addressOf("schema")}>{t.all}</a>}
            >
              {chosen === undefined ? null : (
                <a
                  class="button"
                  href={addressOf("data", [chosen.application.application_id, chosen.datastore.datastore_id])}
                >
                  {t.open}
                </a>
              )}
              <button type="button" class="button" onClick={() => void download()}>
                {t.download}
              </button>
            </ViewHead>
            {all.length === 0 ? (
              <Empty title={t.none}>{t.noneHint}</Empty>
            ) : id === undefined ? (
              <Whole applications={applications} schema={found} />
            ) : chosen === undefined ? (
              <Empty title={t.noDatastore(id)} />
            ) : (
              <DatastoreSchema application={chosen.application} datastore={chosen.datastore} />
            )}
          </>
        )
      }}
    </Shown>
  )
}

function Whole({ applications, schema }: { readonly applications: readonly Application[]; readonly schema: Schema }) {
  const t = schemaTexts()
  const functions = functionsOf(applications)
  return (
    <>
      <section class="card" aria-label={t.graph}>
        <div class="card-head">
          <h2>{t.graph}</h2>
        </div>
        <RelationGraph applications={applications} relations={schema.relations} />
      </section>
      <section class="card" aria-label={t.datastores}>
        <div class="card-head">
          <h2>{t.datastores}</h2>
        </div>
        <ul class="rows">
          {applications.flatMap((application) =>
            application.datastores.map((datastore) => (
              <li key={datastore.d_id}>
                <a class="grow" href={addressOf("schema", [application.application_id, datastore.datastore_id])}>
                  {datastore.name}
                </a>
                <span class="soft">{application.name}</span>
                <span class="soft number">{count(datastore.items)}</span>
              </li>
            )),
          )}
        </ul>
      </section>
      {functions.length === 0 ? null : (
        <section class="card" aria-label={t.functions}>
          <div class="card-head">
            <h2>{t.functions}</h2>
          </div>
          <Scripts of={functions} none="" />
        </section>
      )}
    </>
  )
}
