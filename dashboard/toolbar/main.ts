import { STYLE } from "./style.ts"
import { Toolbar } from "./toolbar.ts"

/** Adds the toolbar to a page of the dev server. A page in a frame has none, because the page around it has one. */
if (self === top) {
  const host = document.createElement("hexarium-toolbar")
  // Outside the body, whose children belong to the page's framework.
  document.documentElement.append(host)
  new Toolbar(host, STYLE)
}
