import { signal, useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { filledPath, formOf, type Sent } from "../../api/exchange.ts"
import { send } from "../../api/send.ts"
import { isJson } from "../../parts/json.tsx"
import { Status } from "../../parts/outcome.tsx"
import { PersonSelect } from "../../parts/person-select.tsx"
import { Sections } from "../../parts/sections.tsx"
import { Answered } from "../../parts/sending/answered.tsx"
import { ParameterField } from "../../parts/sending/parameter-field.tsx"
import { worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { actingAs, person } from "../../state/people.ts"
import { withUndo } from "../../state/undo.ts"
import { consoleTexts } from "../../texts/console.ts"
import { sendingTexts } from "../../texts/sending.ts"
import { Body } from "./body.tsx"
import { type Operation, operationNameOf, type Parameter } from "./contract.ts"
import { examplesFor } from "./examples.ts"
import { refusedMembers } from "./refused.ts"

interface SentBefore {
  readonly operation: string
  readonly status: number
  readonly params: ReadonlyMap<string, string>
  readonly body: string
}

/** Requests sent from the console, newest first. Lost when the page is closed. */
const sentBefore = signal<readonly SentBefore[]>([])
const MAX_KEPT_REQUESTS = 30
const NOTHING_REFUSED: ReadonlyMap<string, string> = new Map()

const namesOf = ({ parameters, body = [] }: Operation): ReadonlySet<string> =>
  new Set([...parameters, ...body].map(({ name }) => name))

export function OperationForm({ operation }: { readonly operation: Operation }) {
  const t = consoleTexts()
  const user = useSignal(operation.isPublic ? "" : (actingAs.peek() ?? ""))
  const values = useSignal<ReadonlyMap<string, string>>(new Map())
  const body = useSignal(operation.body === undefined ? "" : "{}")
  const example = useSignal(operation.bodyExample)
  const files = useSignal<ReadonlyMap<string, File>>(new Map())
  const answer = useSignal<Sent | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const known = actingAs.value
  // The example has the fields of the datastore that the user has entered.
  const place = ["app-id", "project-id", "datastore-id"].map((name) => values.value.get(name) ?? "").join("/")
  useEffect(() => {
    if (user.peek() === "" && !operation.isPublic && known !== undefined) user.value = known
    let isLatest = true
    examplesFor(operation, worldName.peek(), person.peek(), values.peek()).then(
      (found) => {
        if (!isLatest) return
        values.value = new Map([...found.parameters, ...values.peek()])
        example.value = found.body
      },
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [operation, known, user, values, example, place])

  const sendForm = (isDryRun: boolean) =>
    send(worldName.peek(), user.value, {
      method: operation.method,
      path: `/api/v0${filledPath(operation, values.value)}`,
      isDryRun,
      ...(operation.form === undefined
        ? { body: operation.body === undefined || operation.method === "GET" ? undefined : body.value }
        : { form: formOf([...operation.form, "file"], values.value, files.value) }),
    })
  const submit = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    if (!isJson(body.value)) return
    try {
      const request = () => sendForm(false)
      const sent = await withUndo(sendingTexts().sent(operationNameOf(operation.name)), request, { quiet: true })
      answer.value = sent
      const entry = { operation: operation.name, status: sent.status, params: values.value, body: body.value }
      sentBefore.value = [entry, ...sentBefore.peek()].slice(0, MAX_KEPT_REQUESTS)
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  const preview = async () => {
    failure.value = undefined
    if (!isJson(body.value)) return
    try {
      answer.value = await sendForm(true)
    } catch (error) {
      failure.value = error
    }
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
    <section class="card" aria-label={operationNameOf(operation.name)}>
      <div class="card-head">
        <h2>{operationNameOf(operation.name)}</h2>
        <code>{`${operation.method} /api/v0${operation.path}`}</code>
      </div>
      <form class="card-body form" onSubmit={(event) => void submit(event)}>
        <p class="soft">
          <Sections text={operation.summary} />
        </p>
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
                  const [file] = currentTarget.files ?? []
                  files.value = new Map(file === undefined ? [] : [["file", file]])
                }}
              />
            </div>
          </>
        )}
        {operation.body === undefined || operation.method === "GET" ? null : (
          <Body operation={operation} example={example.value} body={body} refused={refused} />
        )}
        <Answered
          sent={answer.value}
          failure={failure.value}
          onPreview={operation.method === "GET" || operation.isPublic ? undefined : () => void preview()}
        />
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
  if (parameters.length === 0) return null
  return (
    <fieldset class="field">
      <legend>{title}</legend>
      <div class="cards">
        {parameters.map(({ name, required, description, choices }) => (
          <ParameterField
            key={name}
            name={name}
            required={required}
            description={description}
            choices={choices}
            value={values.get(name) ?? ""}
            refused={refused.get(name)}
            onSet={onSet}
          />
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
    <section class="stack" aria-label={t.history}>
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
