import type { Instant, ReplicaRow, Sharing } from "../../../src/inside.ts"
import { twice } from "./attempts.ts"
import type { Asking } from "./connection.ts"
import type { Statements } from "./statements.ts"

/** What servers of one database settle among themselves, by its clock. */
export function sharingBy(side: Asking, sql: Statements): Sharing {
  return {
    async lead(world, replica, ms) {
      return (await twice(() => side.query(sql.lead, [world, replica, ms]))).count > 0
    },
    async leave(replica) {
      await twice(() => side.query(sql.leaveLeads, [replica]))
      await twice(() => side.query(sql.leaveReplicas, [replica]))
    },
    async beat(row, ms) {
      const { id, since, ...rest } = row
      await twice(() => side.query(sql.beat, [id, since, JSON.stringify(rest), ms]))
    },
    async replicas() {
      const { rows } = await twice(() => side.query(sql.replicas))
      return rows.map(({ id, since, body }): ReplicaRow => {
        const rest: Omit<ReplicaRow, "id" | "since"> = JSON.parse(String(body))
        return { id: String(id), since: String(since) as Instant, ...rest }
      })
    },
  }
}
