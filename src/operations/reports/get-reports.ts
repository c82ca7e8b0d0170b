import { requireReadableApplication } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Report } from "../../model/records/index.ts"
import { listReadableReports } from "../../reports/index.ts"
import { applicationPlace } from "../places.ts"

/** Returns the reports of an application that the caller may read, by display order. (api.md section 23) */
export const getReports = query({
  name: "GetReports",
  summary: "Returns the reports of an application that the caller may read",
  input: applicationPlace,
  place: ["application"],
  authorize: requireReadableApplication,
  execute: (view, { principal, granted: { pId } }): Report[] => listReadableReports(view, principal, pId),
  answer: (reports, context) => ({
    reports: reports.map(({ rpId, displayId, name, displayOrder, hideMenu }) => ({
      rpId,
      displayId,
      title: context.name(name),
      displayOrder,
      hideMenu,
    })),
  }),
})
