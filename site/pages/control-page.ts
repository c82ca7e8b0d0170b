import { controlDocument } from "../../emulator/control/index.ts"
import { VERSION } from "../../emulator/version.ts"
import { inKebabCase } from "./kebab-case.ts"
import { cell, paragraphs, tableOf } from "./markdown.ts"
import { membersTable, type Schema, typeOf } from "./members.ts"
import type { Page } from "./page.ts"

interface Route {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly "x-reference": string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
    >
  >
}

/** Creates the page with every route of the control plane from the control plane's OpenAPI document. */
export function controlPage(): Page {
  const { paths, components } = controlDocument({ version: VERSION }) as unknown as {
    paths: Record<string, Record<string, Route>>
    components: { schemas: Record<string, Schema> }
  }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), route })),
  )
  const named = Object.entries(components.schemas)
  return {
    path: "reference/control-plane.md",
    text: `${paragraphs(
      "# Routes of the control plane",
      `This page lists every route below \`/_hexarium\` with its request, its response and its method name in \`createControl\` of
\`hexarium/control\`. It is generated from \`/_hexarium/openapi.json\`. For a guide, see [Worlds and the control plane](../control-plane.md).`,
      "Requests other than GET need the header `X-Hexarium: 1`.",
      tableOf(
        ["name", "route", "effect"],
        routes.map(({ path, method, route }) => [
          `[${route.operationId}](#${inKebabCase(route.operationId)})`,
          `\`${method} ${path}\``,
          cell(route.summary),
        ]),
      ),
      ...routes.map(({ path, method, route }) => routePart(method, path, route)),
      named.length === 0 ? "" : "## Shapes",
      ...named.map(([name, schema]) => paragraphs(`### ${name}`, membersTable(schema, "") || `${typeOf(schema, "")}.`)),
    )}\n`,
  }
}

function routePart(method: string, path: string, route: Route): string {
  const parameters = route.parameters.filter(({ in: place }) => place !== "header")
  const body = Object.values(route.requestBody?.content ?? {})[0]?.schema
  const answers = Object.entries(route.responses)
  return paragraphs(
    `<a id="${inKebabCase(route.operationId)}"></a>`,
    `## ${route.operationId}`,
    `\`${method} /_hexarium${path}\`: ${route.summary}. [Its rules](${route["x-reference"].replace("docs/reference/", "")}).`,
    route.description === undefined ? "" : `${route.description.replace(/\.$/, "")}.`,
    tableOf(
      ["parameter", "in", "type", "required", "meaning"],
      parameters.map(({ name, in: place, schema, required, description = "" }) => [
        `\`${name}\``,
        place,
        typeOf(schema, ""),
        required ? "yes" : "",
        cell(description),
      ]),
    ),
    body === undefined
      ? ""
      : paragraphs(
          "The body:",
          membersTable(body, "", "required").replaceAll("| always |", "| yes |") || `${typeOf(body, "")}.`,
        ),
    ...answers
      .filter(([status]) => Number(status) < 400)
      .map(([status, { description, content = {} }]) => {
        const [type = "", { schema } = { schema: {} }] = Object.entries(content)[0] ?? []
        const table = membersTable(schema, "")
        return paragraphs(
          `Response ${status}${type === "application/json" ? "" : `, \`${type}\``}: ${description}.`,
          table || (type === "application/json" ? `${typeOf(schema, "")}.` : ""),
        )
      }),
    `Refused with ${answers.flatMap(([status, { description }]) => (Number(status) < 400 ? [] : [`${status} (${description.charAt(0).toLowerCase()}${description.slice(1)})`])).join(", ")}.`,
  )
}
