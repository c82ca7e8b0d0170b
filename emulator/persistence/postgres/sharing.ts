import type { Instant, ReplicaRow, Sharing } from "../../../src/inside.ts"
import { twice } from "./attempts.ts"
import type { Asking, SqlRow } from "./connection.ts"
import type { Statements } from "./statements.ts"

const replicaRow = ({ id, since, body }: SqlRow): ReplicaRow => {
  const rest: Omit<ReplicaRow, "id" | "since" | "owes"> & Partial<Pick<ReplicaRow, "owes">> = JSON.parse(String(body))
  return { id: String(id), since: String(since) as Instant, ...rest, owes: rest.owes ?? [] }
}

const bodyOf = ({ id: _, since: __, ...rest }: ReplicaRow): string => JSON.stringify(rest)

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
      await twice(() => side.query(sql.beat, [row.id, row.since, bodyOf(row), ms]))
    },
    async replicas() {
      return (await twice(() => side.query(sql.replicas))).rows.map(replicaRow)
    },
    async gone() {
      const { rows } = await twice(() => side.query(sql.gone))
      return rows.map(replicaRow).filter(({ owes }) => owes.length > 0)
    },
    async takeOver(replica, owes) {
      const values = [replica.id, bodyOf(replica), bodyOf({ ...replica, owes })]
      return (await side.query(sql.takeOver, values)).count > 0
    },
  }
}
