import { useEffect, useRef } from "preact/hooks"
import { Json } from "../parts/json.tsx"
import { referenceTexts } from "../texts/reference.ts"
import type { Answer, Content, Operation, Reference } from "./document.ts"
import { About, Schema, typeOf } from "./schema.tsx"
import { TryOut } from "./try-out.tsx"

interface Props {
  readonly operation: Operation
  readonly reference: Reference
}

/** One operation: what it takes, what it answers, and a form to send it with. */
export function OperationView({ operation, reference }: Props) {
  const t = referenceTexts()
  const { name, method, path, summary, description, parameters, body, answers, isPublic } = operation
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${name} · Hexarium API`
    head.current?.focus()
  }, [name])
  return (
    <>
      <header class="stack">
        <h1 tabIndex={-1} ref={head}>
          {name}
        </h1>
        <p>
          <code>
            {method} {path}
          </code>
        </p>
        <p>{summary}</p>
        {description === "" ? null : <p>{description}</p>}
        {isPublic ? <p class="soft">{t.isPublic}</p> : null}
      </header>
      {parameters.length === 0 ? null : (
        <section class="stack">
          <h2>{t.parameters}</h2>
          <ul class="members">
            {parameters.map((parameter) => (
              <li key={parameter.name}>
                <code class="member">{parameter.name}</code>{" "}
                <span class="soft">
                  {parameter.in} · {typeOf(parameter.schema, reference)}
                  {parameter.required ? ` · ${t.required}` : ""}
                </span>
                <div>{parameter.description}</div>
                <About schema={{ ...parameter.schema, description: "" }} reference={reference} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {body.map((content) => (
        <section class="stack" key={content.type}>
          <h2>
            {t.body} <span class="soft">{content.type}</span>
          </h2>
          <Told content={content} reference={reference} />
        </section>
      ))}
      <TryOut key={operation.id} operation={operation} reference={reference} />
      <section class="stack">
        <h2>{t.answers}</h2>
        {answers.map((answer) => (
          <AnswerView key={answer.status} answer={answer} reference={reference} />
        ))}
      </section>
    </>
  )
}

function AnswerView({ answer, reference }: { readonly answer: Answer; readonly reference: Reference }) {
  const { status, description, content } = answer
  return (
    <details class="card" open={status.startsWith("2")}>
      <summary class="card-head">
        <strong>{status}</strong> {description}
      </summary>
      <div class="card-body stack">
        {content.map((one) => (
          <div class="stack" key={one.type}>
            <span class="soft">{one.type}</span>
            <Told content={one} reference={reference} />
          </div>
        ))}
      </div>
    </details>
  )
}

function Told({ content, reference }: { readonly content: Content; readonly reference: Reference }) {
  const t = referenceTexts()
  return (
    <>
      <Schema schema={content.schema} reference={reference} />
      {content.example === undefined ? null : (
        <details>
          <summary>{t.example}</summary>
          <Json value={content.example} label={t.example} />
        </details>
      )}
    </>
  )
}
