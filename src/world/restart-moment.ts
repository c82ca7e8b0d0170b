import { restartSchedules } from "../automation/index.ts"
import { clockNow, type Moment, type Ports } from "../engine/index.ts"
import { Tx } from "../state/index.ts"

/** If the moment's clock is real, restarts the auto actions' schedules from the current time. Otherwise returns the moment unchanged. */
export function restartMoment(moment: Moment, { wallClock }: Pick<Ports, "wallClock">, baseUrl: string): Moment {
  const { clock } = moment.state.scalars
  if (clock.mode !== "real") return moment
  const tx = new Tx(moment.state, clockNow(clock, wallClock), baseUrl)
  restartSchedules(tx)
  return { ...moment, state: tx.commit() }
}
