import { showBar } from "./bar.js"
import { ask, eventsOf, worldPath } from "./control.js"
import { showData } from "./data.js"
import { fill, h, note } from "./dom.js"
import { showFaults } from "./faults.js"
import { showMails } from "./mails.js"
import { showRequests } from "./requests.js"
import { showSchedule } from "./schedule.js"
import { showWebhooks } from "./webhooks.js"
import { showWorlds } from "./worlds.js"

/** The views, by the second part of the address: `#/main/requests`. Each may answer what to do when a request was answered. */
const VIEWS = {
  requests: ["Requests", showRequests],
  mails: ["Mails", showMails],
  data: ["Data", showData],
  schedule: ["Clock and schedule", showSchedule],
  faults: ["Faults", showFaults],
  webhooks: ["Webhooks", showWebhooks],
  worlds: ["Worlds and snapshots", showWorlds],
}

/** How long requests may gather before the bar is drawn anew. */
const GATHER_MS = 300

const [bar, tabs, view] = ["bar", "tabs", "view"].map((id) => document.getElementById(id))

/** The world whose requests are listened to. */
let heard = ""
let events = null
let gathering = null
let answered = () => {}

/** A part of an address that is not escaped as it should be stands for itself. */
function plain(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function readAddress() {
  const [, name = "", tab = ""] = location.hash.split("/").map(plain)
  return { world: name || "main", tab: Object.hasOwn(VIEWS, tab) ? tab : "requests" }
}

const addressOf = (world, tab) => `#/${encodeURIComponent(world)}/${tab}`

/** What a view needs besides its place: which world, and how to go on after something was done. */
function makeContext() {
  const { world, tab } = readAddress()
  const goTo = (other) => {
    location.hash = addressOf(other, tab)
  }
  return { world, tab, goTo, changed: show }
}

/** Draws what the address names. */
async function show() {
  const context = makeContext()
  const { world, tab } = context
  try {
    await ask("GET", worldPath(world))
  } catch {
    if (world !== "main") context.goTo("main")
    return
  }
  if (world !== heard && !document.hidden) listen(world)
  fill(
    tabs,
    Object.entries(VIEWS).map(([id, [title]]) =>
      h("a", { href: addressOf(world, id), "aria-current": id === tab ? "page" : null }, title),
    ),
  )
  answered = () => {}
  await Promise.all([
    showBar(bar, context),
    VIEWS[tab][1](view, context).then((react) => {
      answered = react ?? (() => {})
    }),
  ])
}

/** Hears of the world's requests as they are answered. */
function listen(world) {
  heard = world
  events?.close()
  events = eventsOf(world)
  events.onmessage = ({ data }) => {
    answered(JSON.parse(data))
    if (gathering !== null) return
    gathering = setTimeout(() => {
      gathering = null
      void showBar(bar, makeContext())
    }, GATHER_MS)
  }
}

/** A page that nobody looks at gives its connection back: a browser has only six for one server. */
function rest() {
  heard = ""
  events?.close()
}

addEventListener("hashchange", () => void show())
addEventListener("pagehide", rest)
document.addEventListener("visibilitychange", () => (document.hidden ? rest() : void show()))
show().catch((error) => note(String(error), true))
