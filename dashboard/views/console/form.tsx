import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { type Sent, send } from "../../api/send.ts"
import { Json } from "../../parts/json.tsx"
import { Failure } from "../../parts/notice.tsx"
import { Status } from "../../parts/outcome.tsx"
import { PersonSelect } from "../../parts/person-select.tsx"
import { worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { actingAs, person } from "../../state/people.ts"
import { consoleTexts } from "../../texts/console.ts"
import { Body } from "./body.tsx"
import { type SentBefore, sentBefore } from "./console.tsx"
import type { Operation, Parameter } from "./contract.ts"
import { examplesFor } from "./examples.ts"
import { refusedMembers } from "./refused.ts"

const KEPT = 30
const NOTHING_REFUSED: ReadonlyMap<string, string> = new Map()

const namesOf = ({ parameters, body = [] }: Operation): ReadonlySet<string> =>
  new Set([...parameters, ...body].map(({ name }) => name))

/** One operation: its parameters and body, sent as somebody, and what it answered. */
export function OperationForm({ operation }: { readonly operation: Operation }) {
  const t = consoleTexts()
  const user = useSignal(operation.isPublic ? "" : (actingAs.peek() ?? ""))
  const values = useSignal<ReadonlyMap<string, string>>(new Map())
  const body = useSignal(operation.body === undefined ? "" : "{}")
  const example = useSignal(operation.bodyExample)
  const file = useSignal<File | undefined>(undefined)
  const answer = useSignal<Sent | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const known = actingAs.value
  useEffect(() => {
    if (user.peek() === "" && !operation.isPublic && known !== undefined) user.value = known
    examplesFor(operation, worldName.peek(), person.peek()).then(
      (found) => {
        values.value = new Map([...found.parameters, ...values.peek()])
        example.value = found.body
      },
      () => {},
    )
  }, [operation, known, user, values, example])

  const submit = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    if (!isJson(body.value)) return
    try {
      const sent = await send(worldName.peek(), user.value, {
        method: operation.method,
        path: pathOf(operation, values.value),
        ...(operation.form === undefined
          ? { body: operation.body === undefined || operation.method === "GET" ? undefined : body.value }
          : { form: formOf(operation.form, values.value, file.value) }),
      })
      answer.value = sent
      const entry = { operation: operation.name, status: sent.status, params: values.value, body: body.value }
      sentBefore.value = [entry, ...sentBefore.peek()].slice(0, KEPT)
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  const set = (name: string, value: string) => {
    values.value = new Map(values.peek()).set(name, value)
  }
  const refused =
    answer.value === undefined || answer.value.status < 400
      ? NOTHING_REFUSED
      : refusedMembers(answer.value.body, namesOf(operation))
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query")
  return (
    <section class="card" aria-label={operation.name}>
      <div class="card-head">
        <h2>{operation.name}</h2>
        <code>{`${operation.method} /api/v0${operation.path}`}</code>
      </div>
      <form class="card-body form" onSubmit={(event) => void submit(event)}>
        <p class="soft">{operation.summary}</p>
        <div class="field">
          <label for="console-as">{t.as}</label>
          <PersonSelect id="console-as" value={user} />
        </div>
        <Parameters title={t.params} parameters={inPath} values={values.value} refused={refused} onSet={set} />
        <Parameters title={t.query} parameters={inQuery} values={values.value} refused={refused} onSet={set} />
        {operation.form === undefined ? null : (
          <>
            <Parameters
              title={t.body}
              parameters={operation.form.map(asParameter)}
              values={values.value}
              refused={refused}
              onSet={set}
            />
            <div class="field">
              <label for="console-file">{t.file}</label>
              <input
                id="console-file"
                type="file"
                onChange={({ currentTarget }) => {
                  file.value = currentTarget.files?.[0]
                }}
              />
            </div>
          </>
        )}
        {operation.body === undefined || operation.method === "GET" ? null : (
          <Body operation={operation} example={example.value} body={body} refused={refused} />
        )}
        <div class="tools">
          <button type="submit" class="button primary">
            {t.send}
          </button>
        </div>
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        {answer.value === undefined ? null : (
          <div class="form" role="status">
            <h3>
              <Status status={answer.value.status} /> {t.answer} <span class="soft">{t.ms(answer.value.ms)}</span>
            </h3>
            <Json value={answer.value.body} label={t.answer} />
          </div>
        )}
        <Before
          onChoose={(entry) => {
            values.value = entry.params
            body.value = entry.body
          }}
          operation={operation.name}
        />
      </form>
    </section>
  )
}

const asParameter = (name: string): Parameter => ({
  name,
  in: "query",
  required: false,
  description: "",
  example: "",
  choices: [],
})

interface ParameterProps {
  readonly title: string
  readonly parameters: readonly Parameter[]
  readonly values: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, string>
  onSet(name: string, value: string): void
}

function Parameters({ title, parameters, values, refused, onSet }: ParameterProps) {
  const t = consoleTexts()
  if (parameters.length === 0) return null
  return (
    <fieldset class="field">
      <legend>{title}</legend>
      <div class="cards">
        {parameters.map(({ name, required, description, choices }) => (
          <div class="field" key={name}>
            <label for={`parameter-${name}`}>
              {name} {required ? <span class="hint">({t.required})</span> : null}
            </label>
            {choices.length === 0 ? (
              <input
                id={`parameter-${name}`}
                required={required}
                aria-invalid={refused.has(name)}
                value={values.get(name) ?? ""}
                onInput={({ currentTarget }) => onSet(name, currentTarget.value)}
              />
            ) : (
              <select
                id={`parameter-${name}`}
                value={values.get(name) ?? ""}
                onChange={({ currentTarget }) => onSet(name, currentTarget.value)}
              >
                <option value="" />
                {choices.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            )}
            {refused.has(name) ? <span class="field-error">{refused.get(name)}</span> : null}
            {description === "" ? null : <span class="hint">{description}</span>}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Before({ operation, onChoose }: { readonly operation: string; onChoose(entry: SentBefore): void }) {
  const t = consoleTexts()
  const entries = sentBefore.value.filter((entry) => entry.operation === operation)
  if (entries.length === 0) return <p class="soft">{t.noHistory}</p>
  return (
    <section class="stack">
      <h3>{t.history}</h3>
      <ul class="plain-list">
        {entries.map((entry, at) => (
          <li key={`${entries.length - at}`}>
            <button type="button" class="button small" onClick={() => onChoose(entry)}>
              <Status status={entry.status} />{" "}
              <span class="cut">{entry.body || [...entry.params.values()].join(" ")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The path with its parameters filled in, and the query. */
function pathOf({ path, parameters }: Operation, values: ReadonlyMap<string, string>): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""))
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    const value = values.get(parameter.name) ?? ""
    if (parameter.in === "query" && value !== "") query.set(parameter.name, value)
  }
  return `/api/v0${filled}${query.size === 0 ? "" : `?${query}`}`
}

function formOf(parts: readonly string[], values: ReadonlyMap<string, string>, file: File | undefined): FormData {
  const form = new FormData()
  for (const part of parts) {
    const value = values.get(part) ?? ""
    if (value !== "") form.set(part, value)
  }
  if (file !== undefined) form.set("file", file, file.name)
  return form
}

function isJson(text: string): boolean {
  if (text === "") return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
