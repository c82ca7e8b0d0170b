export { dueAutoActions, requireAutoAction, restartSchedules } from "./auto-actions.ts"
export type { ClockMode, ClockMove, ClockMoveResult } from "./clock-move.ts"
export { doTask, putTask, type TaskStatus, taskStatusAt } from "./tasks.ts"
export { WorldClock } from "./world-clock.ts"
