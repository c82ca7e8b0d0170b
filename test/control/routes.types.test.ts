import { expectTypeOf, test } from "vitest"
import type { ControlRoutes } from "../../emulator/control/index.ts"

test("the types of the control plane say what goes in and out (control.md section 3)", () => {
  type Move = ControlRoutes["POST /worlds/:w/clock"]
  expectTypeOf<Move["params"]>().toEqualTypeOf<{ readonly w: string }>()
  expectTypeOf<Move["body"]["mode"]>().toEqualTypeOf<"real" | "frozen" | "ticking" | undefined>()
  expectTypeOf<Move["answer"]["fired"][number]["affected"]>().toEqualTypeOf<number>()
  expectTypeOf<ControlRoutes["GET /worlds/:w/mails"]["query"]>().toExtend<{ limit?: number | undefined }>()
  expectTypeOf<ControlRoutes["GET /worlds/:w/mails"]["query"]["wait_ms"]>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ControlRoutes["GET /worlds/:w"]["body"]>().toEqualTypeOf<undefined>()
  expectTypeOf<ControlRoutes["POST /worlds/:w/tokens"]["answer"]>().toEqualTypeOf<{ token: string }>()
  expectTypeOf<ControlRoutes["GET /worlds/:w/events"]["answer"]>().toEqualTypeOf<string>()
  // @ts-expect-error: no such route
  type _Nowhere = ControlRoutes["GET /nowhere"]
})
