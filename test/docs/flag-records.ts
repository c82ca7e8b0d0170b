import { CONFIG_FLAGS, FIXTURES } from "../../emulator/cli/config/config-properties.ts"
import { attributeOf, describe, type Flag, syntaxOf, variableOf } from "../../emulator/cli/flags/flag.ts"
import { START_FLAGS } from "../../emulator/cli/flags/serve-flags.ts"

/** Files that repeat the flags of `start`, by path. Each function returns the file's new text. `npm run schema` writes the files. */
export const FLAG_RECORDS: Readonly<Record<string, (text: string) => string>> = {
  "config.schema.json": configSchema,
  "emulator/start-settings.ts": settingsType,
  "docs/reference/control.md": (text) => text.replace(/(?<=<!-- flags -->\n)[\s\S]*(?=<!-- \/flags -->)/, flagTable()),
}

/** Text of a setting in the schema and in the types, as a sentence. */
function textOf({ description, byDefault, offers }: Flag): string {
  const value = byDefault === undefined ? "" : `; default: ${String(byDefault)}`
  const path = offers === "file" || offers === "folder" ? "; a path is relative to the config file" : ""
  return `${description.charAt(0).toUpperCase()}${description.slice(1)}${value}${path}.`
}

const LIST = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }

function shapeOf(flag: Flag): object {
  if (flag.value === undefined) return { type: "boolean" }
  if (flag.isRepeatable) return LIST
  if (typeof flag.offers === "object") return { enum: flag.offers }
  return { type: flag.isNumber ? "number" : "string" }
}

function configSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "hexarium.config.json",
    description: "Settings of hexarium start and exec; flags and environment variables take precedence",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      [FIXTURES]: { description: "Fixture files for commands that are called without fixture arguments", ...LIST },
      ...Object.fromEntries(
        [...CONFIG_FLAGS].map(([name, flag]) => [name, { description: textOf(flag), ...shapeOf(flag) }]),
      ),
    },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function typeOf(flag: Flag): string {
  if (flag.value === undefined) return "boolean"
  if (flag.isRepeatable) return "string | readonly string[]"
  if (typeof flag.offers === "object") return flag.offers.map((value) => JSON.stringify(value)).join(" | ")
  return flag.isNumber ? "number" : "string"
}

function settingsType(): string {
  const settings = [...CONFIG_FLAGS].map(
    ([name, flag]) => `  /** ${textOf(flag)} */\n  readonly ${name}?: ${typeOf(flag)}\n`,
  )
  return `// Written by \`npm run schema\` from emulator/cli/flags/serve-flags.ts.

/** Settings with the names and meanings of the flags of \`start\`. */
export interface StartSettings {
${settings.join("")}}
`
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")

function flagTable(): string {
  const rows = START_FLAGS.map((flag) => {
    const value = flag.byDefault === undefined ? "" : `; default: ${String(flag.byDefault)}`
    const setting = CONFIG_FLAGS.has(attributeOf(flag)) ? `\`${attributeOf(flag)}\`` : "–"
    return `| \`${syntaxOf(flag)}\` | \`${variableOf(flag)}\` | ${setting} | ${cell(describe(flag))}${value} |`
  })
  return `| Flag | Environment variable | Config file | Meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`
}
