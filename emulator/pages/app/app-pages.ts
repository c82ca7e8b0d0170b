import { type Context, Hono } from "hono"
import { basePath } from "hono/route"
import { noPrivileges } from "../../../src/model/index.ts"
import { type AppEnv, type Hosts, presentError, readBytes } from "../../api/index.ts"
import { type Reply, respond } from "../../wire/index.ts"
import { type PageForm, smallPage, styleSheet } from "./markup.ts"

/** Maximum size of a submitted form, in bytes. */
const MAX_BYTES = 65_536

/** Status and JSON body of an API response. */
interface ApiAnswer {
  readonly status: number
  readonly body: unknown
}

/** Calls a world's API in the same way as an external client. */
export type AskApi = (world: string, method: string, path: string, body?: object) => Promise<ApiAnswer>

/** A page that a mail's link opens, and the API call to make when the page's form is submitted. */
interface Task {
  readonly title: string
  readonly sentences: readonly string[]
  readonly form: PageForm
  readonly done: { readonly title: string; readonly sentences: readonly string[] }
  send(given: URLSearchParams): Promise<ApiAnswer>
}

/**
 * Serves `/app` below a world's base URL. Links in mails open these pages by default (control.md section 3, "app").
 * Each page calls the API to show and to complete the task of its link.
 */
export function makeAppPages(ask: AskApi, hosts: Hosts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/style.css", (context) => respond(context, styleSheet()))
  app.get("/", (context) => respond(context, about(-1)))
  app.on(["GET", "POST"], "/*", async (context) => {
    const parts = partsOf(context)
    const depth = parts.length - 1
    const id = parts.at(-1) ?? ""
    const origin = context.req.header("origin")
    if (context.req.method === "POST" && origin !== undefined && !hosts.allowsOrigin(origin)) {
      return respond(context, presentError(noPrivileges(`pages of ${origin} may not send this form`), null))
    }
    const { name } = context.get("named")
    const task = await findTask((method, path, body) => ask(name, method, path, body), parts[0] ?? "", id)
    if (typeof task === "string") return respond(context, endPage(task, depth))
    if (context.req.method !== "POST") return respond(context, smallPage(task, depth))
    return respond(context, await complete(context, task, depth))
  })
  return app
}

async function complete(context: Context<AppEnv>, task: Task, depth: number): Promise<Reply> {
  const given = new URLSearchParams(new TextDecoder().decode(await readBytes(context, MAX_BYTES)))
  const { status, body } = await task.send(given)
  if (status < 400) return smallPage(task.done, depth)
  const lines = task.form.lines.map((line) =>
    line.type === "password" ? line : { ...line, value: given.get(line.name) ?? "" },
  )
  return smallPage({ ...task, form: { ...task.form, lines, refusal: reasonOf(body) } }, depth, status)
}

function partsOf(context: Context<AppEnv>): string[] {
  const below = context.req.path.slice(basePath(context).length)
  return below.split("/").filter((part) => part !== "")
}

type Ask = (method: string, path: string, body?: object) => Promise<ApiAnswer>

/** Finds the task for the ID in a confirmation link. Returns a message if the link is not valid. */
async function findTask(ask: Ask, page: string, id: string): Promise<Task | string> {
  const encoded = encodeURIComponent(id)
  if (page === "reset_password")
    return passwordTask(ask, id, await ask("GET", `/users/password/validate?id=${encoded}`))
  const found = await ask("GET", `/users/confirmations/${encoded}`)
  if (found.status < 400) return confirmationTask(ask, id, memberOf(found.body, "user"))
  const password = await ask("GET", `/users/password/validate?id=${encoded}`)
  return password.status < 400 ? passwordTask(ask, id, password) : "This link is invalid. Request a new link."
}

function passwordTask(ask: Ask, id: string, { status, body }: ApiAnswer): Task | string {
  if (status >= 400) return "This link is invalid. Request a new link."
  if (memberOf(body, "isElapsed") === true) return "This link has expired. Request a new link."
  return {
    title: "Set a new password",
    sentences: ["Enter the password that you want to use from now on."],
    form: {
      lines: [newPassword(), { ...newPassword("confirm_password"), label: "Repeat the new password" }],
      button: "Set the password",
    },
    done: { title: "Your password has been changed", sentences: ["You can log in with the new password now.", CLOSE] },
    send: (given) =>
      ask("PUT", "/users/password/forgot", {
        id,
        new_password: given.get("new_password") ?? "",
        confirm_password: given.get("confirm_password") ?? "",
      }),
  }
}

const CLOSE = "You can close this page."

const newPassword = (name = "new_password") =>
  ({ name, label: "New password", type: "password", autocomplete: "new-password" }) as const

function confirmationTask(ask: Ask, id: string, user: unknown): Task | string {
  if (memberOf(user, "isElapsed") === true) return "This link has expired. Request a new link."
  const email = textOf(user, "email")
  const newEmail = textOf(user, "tmp_email")
  if (newEmail !== "") {
    return {
      title: "Use a new e-mail address",
      sentences: [`From now on, ${newEmail} replaces ${email}.`],
      form: { lines: [], button: "Confirm the new address" },
      done: { title: "Your address has changed", sentences: [`You can log in with ${newEmail} now.`, CLOSE] },
      send: () => ask("POST", "/users/confirmations", { confirmation_id: id }),
    }
  }
  const username = { name: "username", label: "Your name", type: "text", autocomplete: "name" } as const
  const workspace = {
    name: "workspace",
    label: "Name of your workspace",
    type: "text",
    autocomplete: "organization",
  } as const
  return {
    title: "Complete your registration",
    sentences: [`Enter your name and choose a password for ${email}.`],
    form: {
      lines: [
        { ...username, value: textOf(user, "username"), isOptional: true },
        ...(textOf(user, "current_workspace_id") === "" ? [{ ...workspace, isOptional: true as const }] : []),
        { ...newPassword("password"), label: "Password" },
      ],
      button: "Complete the registration",
    },
    done: { title: "You are registered", sentences: [`You can log in as ${email} now.`, CLOSE] },
    send: (given) =>
      ask("POST", "/users/registration/confirm", {
        confirmation_id: id,
        email,
        password: given.get("password") ?? "",
        user_info: { ...filledFields(given, "username"), ...filledFields(given, "workspace") },
      }),
  }
}

function filledFields(given: URLSearchParams, name: string): Record<string, string> {
  const text = given.get(name)?.trim() ?? ""
  return text === "" ? {} : { [name]: text }
}

const about = (depth: number): Reply =>
  smallPage(
    {
      title: "Pages for links in mails",
      sentences: [
        "Links in mails lead to these pages. They set passwords and confirm addresses, as the pages of an application do.",
        "To see a page, open a link in a mail of this world.",
      ],
    },
    depth,
  )

const endPage = (sentence: string, depth: number): Reply =>
  smallPage({ title: "This link does not work", sentences: [sentence] }, depth, 404)

const memberOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined

function textOf(body: unknown, name: string): string {
  const value = memberOf(body, name)
  return typeof value === "string" ? value : ""
}

/** Returns the message in the body of an API error, in whichever property it is. */
function reasonOf(body: unknown): string {
  const { error, errors, message, description } = (typeof body === "object" && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const texts = [message, error, description, memberOf(first, "description"), memberOf(first, "error")]
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? "The request was refused."
}
