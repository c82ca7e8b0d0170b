import { escapeHtml } from "../../../src/model/index.ts"
import { Reply, textReply } from "../../wire/index.ts"

/** Content security policy: allows this server's style sheet, `data:` images, and forms that are sent to this server. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  // With `no-referrer`, browsers would send forms with the origin "null", as they do for forms of other sites.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
}

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
  /** The API's error message if it refused the form. */
  readonly refusal?: string | undefined
}

/** Renders a page. `depth` is the number of folders between /app/ and the page; it is -1 for /app itself. */
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
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${depth < 0 ? "app/" : "../".repeat(depth)}style.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("\n")}
${form === undefined ? "" : formHtml(form)}
</main>
</body>
</html>
`
  return new Reply(status, { "content-type": "text/html; charset=utf-8", ...HEADERS }, html)
}

function formHtml({ lines, button, refusal }: PageForm): string {
  const alert = refusal === undefined ? "" : `<p id="refusal" role="alert">${escapeHtml(refusal)}</p>\n`
  const describedBy = refusal === undefined ? "" : ' aria-describedby="refusal" aria-invalid="true"'
  const inputs = lines.map(
    ({ name, label, type, autocomplete, value = "", isOptional }) =>
      `<label for="${name}">${escapeHtml(label)}</label>\n<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}"${isOptional ? "" : " required"}${describedBy}>`,
  )
  return `${alert}<form method="post">\n${inputs.join("\n")}\n<button type="submit">${escapeHtml(button)}</button>\n</form>`
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
