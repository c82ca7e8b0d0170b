import type { FunctionComponent } from "preact"
import type { IconName } from "../parts/icon.tsx"
import type { viewTexts } from "../texts/views.ts"

export interface ViewModule {
  readonly default: FunctionComponent
}

export interface View {
  readonly name: keyof ReturnType<typeof viewTexts>
  readonly icon: IconName
  /** Loads the view's code. Called when the view is first opened. */
  load(): Promise<ViewModule>
}

/** Views in the order of the menu. `name` is the view's part of the address. The playground inserts its own view at the front. */
export const VIEWS: View[] = [
  { name: "overview", icon: "overview", load: () => import("./overview/overview.tsx") },
  { name: "requests", icon: "requests", load: () => import("./requests/requests.tsx") },
  { name: "data", icon: "data", load: () => import("./data/data.tsx") },
  { name: "schema", icon: "schema", load: () => import("./schema/schema.tsx") },
  { name: "people", icon: "people", load: () => import("./people/people.tsx") },
  { name: "mails", icon: "mails", load: () => import("./mails/mails.tsx") },
  { name: "time", icon: "time", load: () => import("./time/time.tsx") },
  { name: "worlds", icon: "worlds", load: () => import("./worlds/worlds.tsx") },
  { name: "faults", icon: "faults", load: () => import("./faults/faults.tsx") },
  { name: "coverage", icon: "coverage", load: () => import("./coverage/coverage.tsx") },
  { name: "console", icon: "console", load: () => import("./console/console.tsx") },
]

export const findView = (name: string): View | undefined => VIEWS.find((view) => view.name === name)
