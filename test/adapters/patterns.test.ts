import { vmPatterns } from "../../emulator/adapters/vm-patterns.ts"
import { noPatterns } from "../../src/adapters/no-patterns.ts"
import { patternsContract } from "../ports/patterns-contract.ts"

patternsContract("vm", vmPatterns({ limitMs: 250 }))
patternsContract("none", noPatterns, { refusesAll: true })
