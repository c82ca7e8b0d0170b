import { Reply, textReply } from "../../wire/reply.ts"

/** Nothing runs and nothing is loaded but the style; forms go back to the page itself. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  // Without any referrer browsers send forms with the origin "null", as if they were those of a stranger.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A text as HTML shows it. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")

/** A line of a form. */
export interface Line {
  readonly name: string
  readonly label: string
  readonly type: "text" | "password"
  readonly autocomplete: string
  readonly value?: string
  readonly isOptional?: true
}

export interface PageForm {
  readonly lines: readonly Line[]
  readonly button: string
  /** Why what was sent was refused, in the API's words. */
  readonly refusal?: string | undefined
}

/** A small page: a heading, a few sentences, perhaps a form. `depth`: how many parts its path has below /app. */
export function smallPage(
  {
    title,
    sentences,
    form,
  }: { readonly title: string; readonly sentences: readonly string[]; readonly form?: PageForm },
  depth: number,
  status = 200,
): Reply {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${depth < 0 ? "app/" : "../".repeat(depth)}style.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${sentences.map((sentence) => `<p>${escaped(sentence)}</p>`).join("\n")}
${form === undefined ? "" : formHtml(form)}
</main>
</body>
</html>
`
  return new Reply(status, { "content-type": "text/html; charset=utf-8", ...HEADERS }, html)
}

function formHtml({ lines, button, refusal }: PageForm): string {
  const alert = refusal === undefined ? "" : `<p id="refusal" role="alert">${escaped(refusal)}</p>\n`
  const describedBy = refusal === undefined ? "" : ' aria-describedby="refusal" aria-invalid="true"'
  const inputs = lines.map(
    ({ name, label, type, autocomplete, value = "", isOptional }) =>
      `<label for="${name}">${escaped(label)}</label>\n<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escaped(value)}"${isOptional ? "" : " required"}${describedBy}>`,
  )
  return `${alert}<form method="post">\n${inputs.join("\n")}\n<button type="submit">${escaped(button)}</button>\n</form>`
}

export const styleSheet = (): Reply =>
  textReply(
    "text/css; charset=utf-8",
    `:root { color-scheme: light dark }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 1px solid GrayText; border-radius: .25rem }
button { margin-top: 1.5rem; padding: .7rem 1.2rem; font: inherit; font-weight: 600 }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
[role=alert] { padding: .75rem; border-left: .3rem solid #c62828 }
`,
    { ...HEADERS, "cache-control": "public, max-age=3600" },
  )
