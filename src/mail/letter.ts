/** What a mail says. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

interface Draft {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string } | undefined
  readonly footer: string
}

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;color:#1f2430;font-size:16px;line-height:1.5",
  title: "margin:0 0 16px;font-size:20px;line-height:1.3",
  button:
    "display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600",
  link: "color:#1d4ed8;word-break:break-all",
  footer: "margin:24px 0 0;color:#5b6270;font-size:13px",
} as const

/** A letter as plain text and as one self-contained HTML page: no images, no scripts, nothing loaded. */
export function writeLetter({ subject, paragraphs, button, footer }: Draft): Letter {
  const line = subject.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
  const text = [...paragraphs, ...(button === undefined ? [] : [button.url]), "-- ", footer].join("\n\n")
  const html = [
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(line)}</title></head>`,
    `<body style="${STYLE.page}">\n<div style="${STYLE.card}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(line)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(button === undefined ? [] : [buttonHtml(button.label, button.url)]),
    `<p style="${STYLE.footer}">${escapeHtml(footer)}</p>`,
    "</div>\n</body>\n</html>\n",
  ].join("\n")
  return { subject: line, text: `${text}\n`, html }
}

function buttonHtml(label: string, url: string): string {
  const href = escapeHtml(url)
  return (
    `<p><a href="${href}" style="${STYLE.button}">${escapeHtml(label)}</a></p>\n` +
    `<p>Or open this address: <a href="${href}" style="${STYLE.link}">${href}</a></p>`
  )
}
