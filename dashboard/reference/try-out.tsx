import { signal, useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { exchange, filledPath, formOf, type Sent } from "../api/exchange.ts"
import { jsonText } from "../parts/json.tsx"
import { Answered } from "../parts/sending/answered.tsx"
import { BodyText } from "../parts/sending/body-text.tsx"
import { ParameterField } from "../parts/sending/parameter-field.tsx"
import { referenceTexts } from "../texts/reference.ts"
import { isObject, listAt, type Operation, type Parameter, type Reference, textAt } from "./document.ts"

/** The token that requests are sent with: typed in, or what a login answered. */
export const token = signal("")

/** Sends the operation as it is filled in, and shows what it answers. */
export function TryOut({ operation, reference }: { readonly operation: Operation; readonly reference: Reference }) {
  const t = referenceTexts()
  const values = useSignal<ReadonlyMap<string, string>>(new Map())
  const content = operation.body[0]
  const isForm = content?.type === "multipart/form-data"
  const body = useSignal(content === undefined || isForm ? "" : jsonText(content.example ?? {}))
  const files = useSignal<ReadonlyMap<string, File>>(new Map())
  const received = useSignal<Sent | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const parts = useMemo(() => (isForm && content !== undefined ? partsOf(content.schema, reference) : []), [content])
  const set = (name: string, value: string) => {
    values.value = new Map(values.peek()).set(name, value)
  }

  const submit = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    received.value = undefined
    try {
      const headers = new Headers({ "x-hexarium": "1" })
      if (!operation.isPublic && token.value !== "") headers.set("authorization", `Bearer ${token.value}`)
      if (content !== undefined && !isForm) headers.set("content-type", content.type)
      for (const { name, in: place } of operation.parameters) {
        const value = values.value.get(name) ?? ""
        if (place === "header" && value !== "") headers.set(name, value)
      }
      const names = parts.map(({ name }) => name)
      received.value = await exchange(filledPath(operation, values.value), {
        method: operation.method,
        headers,
        body: isForm ? formOf(names, values.value, files.value) : content === undefined ? null : body.value,
      })
      const { body: answer } = received.value
      if (isObject(answer) && textAt(answer, "token") !== "") token.value = textAt(answer, "token")
    } catch (error) {
      failure.value = error
    }
  }
  return (
    <form class="card" aria-label={t.tryOut} onSubmit={(event) => void submit(event)}>
      <div class="card-head">
        <h3>{t.tryOut}</h3>
      </div>
      <div class="card-body form">
        {operation.isPublic ? null : (
          <div class="field">
            <label for="token">{t.token}</label>
            <input
              id="token"
              autocomplete="off"
              value={token.value}
              onInput={({ currentTarget }) => {
                token.value = currentTarget.value
              }}
            />
            <span class="hint">{t.tokenHint}</span>
          </div>
        )}
        {operation.parameters.map((parameter) => (
          <Value key={parameter.name} parameter={parameter} values={values.value} onSet={set} />
        ))}
        {parts.map((part) =>
          part.isFile ? (
            <div class="field" key={part.name}>
              <label for={`part-${part.name}`}>{part.name}</label>
              <input
                id={`part-${part.name}`}
                type="file"
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? []
                  if (file !== undefined) files.value = new Map(files.peek()).set(part.name, file)
                }}
              />
            </div>
          ) : (
            <Value key={part.name} parameter={part} values={values.value} onSet={set} />
          ),
        )}
        {content === undefined || isForm ? null : <BodyText id="body" body={body} />}
        <Answered sent={received.value} failure={failure.value} heading="h4" />
      </div>
    </form>
  )
}

interface ValueProps {
  readonly parameter: Parameter
  readonly values: ReadonlyMap<string, string>
  onSet(name: string, value: string): void
}

function Value({ parameter: { name, required, schema, description }, values, onSet }: ValueProps) {
  const choices = schema.type === "boolean" ? ["true", "false"] : listAt(schema, "enum").map(String)
  return (
    <ParameterField
      name={name}
      required={required}
      description={description}
      choices={choices}
      value={values.get(name) ?? ""}
      onSet={onSet}
    />
  )
}

interface Part extends Parameter {
  readonly isFile: boolean
}

function partsOf(schema: Parameter["schema"], reference: Reference): readonly Part[] {
  const resolved = reference.resolve(schema)
  const required = new Set(listAt(resolved, "required"))
  const properties = isObject(resolved.properties) ? resolved.properties : {}
  return Object.entries(properties).map(([name, told]) => {
    const part = isObject(told) ? reference.resolve(told) : {}
    return {
      name,
      in: "query",
      required: required.has(name),
      description: textAt(part, "description"),
      schema: part,
      isFile: textAt(part, "contentMediaType") !== "" || textAt(part, "format") === "binary",
    }
  })
}
