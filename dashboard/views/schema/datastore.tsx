import type { ComponentChildren } from "preact"
import { Badge } from "../../parts/notice.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf } from "../../state/address.ts"
import { schemaTexts } from "../../texts/schema.ts"
import { Counters } from "./counters.tsx"
import type { Application, SchemaDatastore } from "./found.ts"
import { Scripts, scriptsOf } from "./scripts.tsx"
import { StatusGraph } from "./statuses.tsx"

interface Props {
  readonly application: Application
  readonly datastore: SchemaDatastore
}

export function DatastoreSchema({ application, datastore }: Props) {
  const t = schemaTexts()
  return (
    <>
      <Part title={t.statuses}>
        <StatusGraph application={application} datastore={datastore} />
      </Part>
      <Part title={t.fields}>
        <Fields datastore={datastore} />
      </Part>
      <Part title={t.actionRights}>
        <Matrix
          corner={t.action}
          application={application}
          rows={datastore.actions.map(({ a_id, name, action_id, roles }) => ({
            key: a_id,
            name,
            about: action_id,
            roles,
          }))}
        />
      </Part>
      <Part title={t.fieldRights}>
        <Matrix
          corner={t.field}
          application={application}
          rows={datastore.fields.map(({ f_id, name, field_id, roles }) => ({
            key: f_id,
            name,
            about: field_id,
            roles,
          }))}
        />
      </Part>
      <Part title={t.counters}>
        <Counters application={application} datastore={datastore} />
      </Part>
      <Part title={t.autoActions}>
        <AutoActions datastore={datastore} />
      </Part>
      <Part title={t.scripts}>
        <Scripts of={scriptsOf(datastore)} none={t.noScripts} />
      </Part>
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  )
}

function Fields({ datastore }: { readonly datastore: SchemaDatastore }) {
  const t = schemaTexts()
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={t.fields}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            <th scope="col">ID</th>
            <th scope="col">{t.type}</th>
            <th scope="col">{t.rules}</th>
          </tr>
        </thead>
        <tbody>
          {datastore.fields.map((field) => (
            <tr key={field.f_id}>
              <th scope="row">{field.name}</th>
              <td>
                <code>{field.field_id}</code>
              </td>
              <td>{field.data_type}</td>
              <td>
                {field.is_title ? <Badge tone="accent">{t.titleField}</Badge> : null}
                {field.unique ? <Badge>{t.unique}</Badge> : null}
                {field.full_text ? <Badge>{t.fullText}</Badge> : null}
                {field.hide_from_api ? <Badge tone="warn">{t.hidden}</Badge> : null}{" "}
                {field.formula === undefined ? null : <code>{field.formula}</code>}
                {field.options === undefined ? null : (
                  <span class="soft">{field.options.map(({ value }) => value).join(", ")}</span>
                )}
                {field.min_value === "" && field.max_value === "" ? null : (
                  <span class="soft">{`${field.min_value} … ${field.max_value}`}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MatrixProps {
  readonly corner: string
  readonly application: Application
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly about: string
    readonly roles: readonly string[]
  }[]
}

function Matrix({ corner, application, rows }: MatrixProps) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={corner}>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {application.roles.map(({ r_id, name }) => (
              <th scope="col" key={r_id}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, about, roles }) => (
            <tr key={key}>
              <th scope="row" title={about}>
                {name}
              </th>
              {application.roles.map(({ r_id, role_id }) => (
                <td key={r_id}>{role_id === "ADMIN" || roles.includes(role_id) ? "●" : <span class="soft">·</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AutoActions({ datastore }: { readonly datastore: SchemaDatastore }) {
  const t = schemaTexts()
  if (datastore.auto_actions.length === 0) return <p class="card-body soft">{t.noAutoActions}</p>
  return (
    <ul class="rows">
      {datastore.auto_actions.map((auto) => (
        <li key={auto.auto_id}>
          <a class="grow" href={addressOf("time")}>
            {auto.name}
          </a>
          <code>{auto.action_id}</code>
          <span class="soft">{`${auto.time_type} ${auto.time_value}`}</span>
          {auto.enabled ? null : <Badge>{t.off}</Badge>}
          {auto.next_exec_at === null ? null : (
            <span class="soft">
              {t.next} <Time at={auto.next_exec_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
