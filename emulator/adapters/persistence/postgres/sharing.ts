import type { Instant } from "../../../../src/model/index.ts"
import type { OutboxRow, ReplicaRow, Sharing } from "../../../worlds/index.ts"
import { twice } from "./attempts.ts"
import type { Asking, SqlRow } from "./connection.ts"
import type { Statements } from "./statements.ts"

const replicaRow = ({ id, since, body }: SqlRow): ReplicaRow => {
  const rest: Omit<ReplicaRow, "id" | "since"> = JSON.parse(String(body))
  return { id: String(id), since: String(since) as Instant, ...rest }
}

const bodyOf = ({ id: _, since: __, ...rest }: ReplicaRow): string => JSON.stringify(rest)

/** Returns the operations that coordinate servers with a shared database. Times are by the database's clock. */
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
    async unclaimedJobs() {
      const { rows } = await twice(() => side.query(sql.unclaimedJobs))
      return rows.map(({ world, key, replica, body }) => ({
        world: Number(world),
        key: String(key),
        replica: replica === null ? null : String(replica),
        work: JSON.parse(String(body)) as OutboxRow["work"],
      }))
    },
    async claim(world, key, replica) {
      const isOurs = async (isAgain: boolean) => {
        if ((await side.query(sql.claim, [world, key, replica])).count > 0) return true
        return isAgain && (await side.query(sql.holder, [world, key])).rows[0]?.replica === replica
      }
      let isAgain = false
      return twice(() => {
        const attempt = isOurs(isAgain)
        isAgain = true
        return attempt
      })
    },
    async completeJobs(world, keys) {
      const { rows } = await twice(() => side.query(sql.completeJobs, [world, keys]))
      return rows.map(({ key }) => String(key))
    },
  }
}
