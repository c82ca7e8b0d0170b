/**
 * Finds every member of what the package exports, of what calls take and of what they answer, and those of which an editor has nothing to
 * say. What takes types is called with those of a schema: such calls are written into a program, whose types are then known.
 */

import { join } from "node:path"

/** What type parameters stand for, by their constraint or name: a schema's, in a project that has `schema.d.ts`. */
const ARGUMENTS = [
  [/AnyTypes|WorldTypes/, "Shop"],
  [/ApplicationIn/, '"SHOP"'],
  [/DatastoreIn/, '"Orders"'],
  [/DatastoreTypes/, "ShopOrdersTypes"],
  [/Creating|ActionIn/, '"Create"'],
  [/RawName|OperationName/, '"createItem"'],
]

const MOST_ROUNDS = 4
/** Types of a bundled package, and the engine's own records and machinery, which worlds and ports lead to. */
const LEFT =
  /^(?:\$?Zod|(?:State|View|Tx|Engine|Background|Logs?|Ports|ScriptRuns|Changes|Worlds|ApiCaller|Draft|Table|Index)$)/
const LEFT_PATHS =
  /world\w*\.(?:raw|ports|view|commit|apiCaller|patterns|scriptLog|failureLog|webhookLog)$|^http\.App\.(?:worlds|replicas)$|^http\.(?:AppEnv|NamedWorld)$|onChange\(change\)$|afterCommit|persistence$|tellOf$/

/** Names on the way to a member; types that lead to themselves have no end. */
const MOST_DEEP = 9

/**
 * All members by what leads to them (`places`), those that nothing is said of, and a text that names each behind a comment with its number
 * among them. `begin` imports and declares what the walk begins at: every constant `root_…` and every namespace `of_…`.
 */
export function walkMembers({ ts, folder, begin, options }) {
  let text = begin
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const { program, file } = programOf({ ts, folder, text, options })
    const walk = new Walk(ts, program.getTypeChecker(), file)
    text = `${begin}\n${walk.whole()}`
    if (walk.unknown === 0) return { text, places: walk.places, silent: [...walk.silent] }
  }
  throw new Error(`the members are not all reached in ${MOST_ROUNDS} rounds`)
}

/** A literal of which nothing is known but that it fits. */
const NOTHING = "null!"
const isGiven = (literal) => literal !== NOTHING

const isDeep = (path) => path.split(/[.([]/).length > MOST_DEEP

const files = new Map()

function programOf({ ts, folder, text, options }) {
  const main = join(folder, "hovers.ts")
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getCurrentDirectory = () => folder
  host.getSourceFile = (name, ...how) => {
    if (name === main) return ts.createSourceFile(name, text, options.target, true)
    if (!files.has(name)) files.set(name, getSourceFile.call(host, name, ...how))
    return files.get(name)
  }
  host.readFile = (name) => (name === main ? text : ts.sys.readFile(name))
  host.fileExists = (name) => name === main || ts.sys.fileExists(name)
  const program = ts.createProgram({ rootNames: [main], options, host })
  return { program, file: program.getSourceFile(main) }
}

class Walk {
  lines = []
  unknown = 0
  silent = new Set()
  /** What was looked at, by the number of its mark. */
  places = []
  waiting = []
  #read = new Set()
  #given = new Set()
  #names = new Set()

  constructor(ts, checker, file) {
    this.ts = ts
    this.checker = checker
    this.file = file
    this.constants = new Map()
    const look = (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) this.constants.set(node.name.text, node)
      ts.forEachChild(node, look)
    }
    look(file)
  }

  whole() {
    const { ts, checker } = this
    for (const [name, node] of this.constants) {
      if (name.startsWith("root_")) this.read(name, checker.getTypeAtLocation(node), name.slice("root_".length))
    }
    for (const statement of this.file.statements) {
      if (!ts.isImportDeclaration(statement)) continue
      const bound = statement.importClause?.namedBindings
      if (bound === undefined || !ts.isNamespaceImport(bound) || !bound.name.text.startsWith("of_")) continue
      this.exportsOf(bound.name.text, checker.getSymbolAtLocation(statement.moduleSpecifier))
    }
    while (this.waiting.length > 0) this.waiting.shift()()
    return this.lines.join("\n")
  }

  exportsOf(space, module) {
    const { ts, checker } = this
    const begin = space.slice("of_".length)
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const { name } = exported
      const path = `${begin}.${name}`
      const mark = this.look(symbol, path)
      const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(exported)
      if (isValue) {
        this.lines.push(`;${space}.${mark}${name}`)
        const type = checker.getTypeOfSymbolAtLocation(symbol, this.file)
        this.read(`${space}.${name}`, type, path)
      }
      if (symbol.flags & ts.SymbolFlags.Type) this.exportedType(space, symbol, name, path, isValue ? "" : mark)
    }
  }

  exportedType(space, symbol, name, path, mark) {
    const { ts, checker } = this
    const declaration = symbol.declarations.find((one) => one.typeParameters !== undefined)
    const given = (declaration?.typeParameters ?? []).map((parameter) => this.argumentFor(parameter))
    if (given.includes(undefined)) {
      if (mark) this.lines.push(`type ${this.nameFor(path)} = ${space}.${mark}${name}`)
      return
    }
    const called = this.nameFor(path)
    const args = given.length === 0 ? "" : `<${given.join(", ")}>`
    this.lines.push(`declare const ${called}: ${space}.${mark}${name}${args}`)
    const known = given.length === 0 ? checker.getDeclaredTypeOfSymbol(symbol) : this.typeOf(called)
    if (known !== undefined && !(symbol.flags & ts.SymbolFlags.Enum)) this.read(called, known, path)
  }

  argumentFor(parameter) {
    const constraint = parameter.constraint?.getText() ?? ""
    const found = ARGUMENTS.find(([asked]) => asked.test(constraint))
    return found === undefined ? parameter.default?.getText() : found[1]
  }

  typeOf(constant) {
    const node = this.constants.get(constant)
    if (node === undefined) this.unknown += 1
    return node === undefined ? undefined : this.checker.getTypeAtLocation(node)
  }

  nameFor(path) {
    const plain = `t_${path.replaceAll(/\W+/g, "_")}`
    let name = plain
    for (let at = 2; this.#names.has(name); at += 1) name = `${plain}_${at}`
    this.#names.add(name)
    return name
  }

  partsOf(type) {
    const { ts } = this
    return (type.isUnion() ? type.types : [type]).filter(
      (one) => one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection),
    )
  }

  isOurs(symbol) {
    return (symbol.declarations ?? []).every((one) => {
      const { fileName } = one.getSourceFile()
      return /\/node_modules\/hexarium\/|\/schema\.d\.ts$/.test(fileName)
    })
  }

  /** The members that are the package's own. */
  membersOf(type) {
    const { ts } = this
    return this.checker
      .getPropertiesOfType(type)
      .filter((one) => this.isOurs(one) && !/^(?:__|#|prototype$)/.test(one.name) && !isHidden(ts, one))
  }

  /** Answers what marks the place in the text. */
  look(symbol, path) {
    if (symbol.getDocumentationComment(this.checker).length === 0) this.silent.add(path)
    this.places.push(path)
    return `/*${this.places.length - 1}*/`
  }

  /** Names every member of a value, and of what they hold and answer. */
  read(expression, given, path) {
    const { checker } = this
    if (isDeep(path)) return
    const parts = this.partsOf(checker.getNonNullableType(given))
    if (parts.length === 0) return
    if (parts.length > 1 || hasOthers(this.ts, checker.getNonNullableType(given))) {
      this.readSeveral(expression, checker.getNonNullableType(given), path)
      return
    }
    const [type] = parts
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const [element] = checker.getTypeArguments(type)
      if (element !== undefined) this.read(`${expression}![0]!`, element, path)
      return
    }
    if (type.symbol?.name === "Promise") {
      this.read(`(await ${expression}!)`, checker.getTypeArguments(type)[0], path)
      return
    }
    if (this.#read.has(type) || LEFT.test(type.symbol?.name ?? "") || LEFT_PATHS.test(path)) return
    this.#read.add(type)
    const called = this.nameFor(path)
    const at = this.lines.length
    for (const member of this.membersOf(type)) {
      const inner = `${path}.${member.name}`
      const mark = this.look(member, inner)
      this.lines.push(`;${called}${access(member.name, mark)}`)
      this.read(`${called}${access(member.name)}`, checker.getTypeOfSymbolAtLocation(member, this.file), inner)
    }
    const rest = checker.getIndexTypeOfType(type, this.ts.IndexKind.String)
    if (rest !== undefined) this.read(`${called}["x"]`, rest, `${path}[…]`)
    this.calls(called, type, path)
    if (this.lines.length > at) this.lines.splice(at, 0, `const ${called} = ${expression}!`)
  }

  /** What is one of several: what all have is asked of it as it is, the rest once it is known which one it is. */
  readSeveral(expression, given, path) {
    const { checker } = this
    const parts = this.partsOf(given)
    const called = this.nameFor(`${path} of several`)
    this.lines.push(`const ${called} = ${expression}!`)
    const all = parts.map((one) => new Map(this.membersOf(one).map((member) => [member.name, member])))
    const isList = (one) => checker.isArrayType(one) || checker.isTupleType(one)
    const isCommon = (name) => all.every((members) => members.has(name))
    const known = new Set()
    for (const [at, members] of all.entries()) {
      if (members.size === 0 || isList(parts[at]) || this.#read.has(parts[at])) continue
      this.#read.add(parts[at])
      const units = [...members].flatMap(([name, member]) => {
        const unit = unitOf(checker, checker.getTypeOfSymbolAtLocation(member, this.file))
        return unit !== undefined && isCommon(name) ? [`${called}${access(name)} === ${unit}`] : []
      })
      for (const [name, own] of members) {
        if (known.has(name)) continue
        known.add(name)
        const member = (isCommon(name) ? checker.getPropertyOfType(given, name) : undefined) ?? own
        const inner = `${path}.${name}`
        const mark = this.look(member, inner)
        const is = [
          `typeof ${called} === "object"`,
          ...(isCommon(name) ? [] : [...units, `${JSON.stringify(name)} in ${called}`]),
        ]
        this.lines.push(`if (${is.join(" && ")}) {`, `;${called}${access(name, mark)}`)
        this.read(`${called}${access(name)}`, checker.getTypeOfSymbolAtLocation(member, this.file), inner)
        this.lines.push("}")
      }
    }
    const list = parts.find(isList)
    if (list !== undefined) this.read(`(${called} as Extract<typeof ${called}, readonly unknown[]>)`, list, path)
    const map = parts.find(
      (one) => !isList(one) && checker.getIndexTypeOfType(one, this.ts.IndexKind.String) !== undefined,
    )
    if (map !== undefined)
      this.read(`(${called} as Exclude<typeof ${called}, string | number | boolean | readonly unknown[]>)`, map, path)
  }

  calls(expression, type, path) {
    const { checker, ts } = this
    const all = [
      ...checker.getSignaturesOfType(type, ts.SignatureKind.Call).map((one) => ["", one]),
      ...checker.getSignaturesOfType(type, ts.SignatureKind.Construct).map((one) => ["new ", one]),
    ]
    for (const [at, [how, signature]] of all.entries()) {
      if (signature.declaration !== undefined && !this.isOurs({ declarations: [signature.declaration] })) continue
      const isPlain = signature.typeParameters === undefined
      const isLast = how === "" && at > 0 && at === all.length - 1
      if (isPlain) this.call(`${how}${expression}`, signature, path, isLast)
      else this.callWith(how, expression, signature, path)
    }
  }

  /** A call that takes types: once it is written, what it takes and answers is known. */
  callWith(how, expression, signature, path) {
    const declared = signature.typeParameters.map(({ symbol }) => symbol.declarations[0])
    if (declared.length === 1 && /^WireInput/.test(declared[0].constraint?.getText() ?? ""))
      return this.callAsking(expression, signature, path)
    const given = declared.map((one) => this.argumentFor(one))
    if (given.includes(undefined) || how !== "") return
    const called = this.nameFor(`${path} with types`)
    this.lines.push(`const ${called} = ${expression}<${given.join(", ")}>`)
    const known = this.typeOf(called)
    if (known === undefined) return
    this.waiting.push(() => {
      for (const one of this.checker.getSignaturesOfType(known, this.ts.SignatureKind.Call))
        this.call(called, one, path)
    })
  }

  /** A call whose answer follows from what it is given. */
  callAsking(expression, signature, path) {
    const { checker } = this
    const [parameter] = signature.parameters
    const taken = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, this.file))
    const literal = this.give(checker.getBaseConstraintOfType(taken) ?? taken, path)
    const called = this.nameFor(`${path} asked`)
    this.lines.push(`const ${called} = ${expression}(${literal})`)
    const known = this.typeOf(called)
    if (known !== undefined) this.waiting.push(() => this.read(called, known, `${path}()`))
  }

  /** The last of several calls is the one that answers where nothing special was asked for. */
  call(expression, signature, path, isLast = false) {
    const { checker } = this
    const given = signature.parameters.map((parameter) => {
      const type = checker.getTypeOfSymbolAtLocation(parameter, this.file)
      const isRest = parameter.valueDeclaration?.dotDotDotToken !== undefined
      const [taken = type] = isRest ? checker.getTypeArguments(type) : [type]
      return this.give(taken, path)
    })
    const answer = checker.getReturnTypeOfSignature(signature)
    if (isLast) {
      const called = this.nameFor(`${path} answered`)
      this.lines.push(
        `;${expression}(${given.join(", ")})`,
        `declare const ${called}: ReturnType<typeof ${expression}>`,
      )
      this.read(called, answer, `${path}()`)
    } else if (given.some((one) => isGiven(one))) {
      const called = this.nameFor(`${path} answered`)
      this.lines.push(`const ${called} = ${expression}(${given.join(", ")})`)
      this.read(called, answer, `${path}()`)
    } else this.read(`${expression}(${given.join(", ")})`, answer, `${path}()`)
  }

  /** A literal with every member that a type has. */
  give(given, path) {
    const { checker, ts } = this
    if (isDeep(path)) return NOTHING
    const parts = this.partsOf(checker.getNonNullableType(given))
    const arrays = parts.filter((one) => checker.isArrayType(one) || checker.isTupleType(one))
    if (arrays.length > 0) {
      const elements = arrays.flatMap((one) => checker.getTypeArguments(one).slice(0, 1))
      const inside = elements.map((one) => this.give(one, path)).find((one) => isGiven(one))
      return inside === undefined ? NOTHING : `[${inside}]`
    }
    const functions = parts.flatMap((one) => checker.getSignaturesOfType(one, ts.SignatureKind.Call))
    if (functions.length > 0) return this.giveFunction(functions, path)
    const isNew = parts.filter((one) => !LEFT.test(one.symbol?.name ?? "") && !this.#given.has(one) && !isMade(ts, one))
    for (const one of isNew) this.#given.add(one)
    const members = new Map()
    for (const one of isNew) {
      for (const member of this.membersOf(one)) {
        members.set(member.name, [...(members.get(member.name) ?? []), member])
      }
    }
    if (members.size === 0) {
      const rest = isNew
        .map((one) => checker.getIndexTypeOfType(one, ts.IndexKind.String))
        .find((one) => one !== undefined)
      const inside = rest === undefined ? NOTHING : this.give(rest, `${path}[…]`)
      return inside === NOTHING ? inside : `{ x: ${inside} }`
    }
    const literals = this.literalsOf(isNew, members, path)
    return literals.length === 0 ? NOTHING : literals.reduceRight((rest, one) => `(${NOTHING} ? ${one} : ${rest})`)
  }

  /**
   * Literals of one of several types, in which each member is looked at once: in that of its type where a value tells types apart, else
   * in one that has all of them.
   */
  literalsOf(types, members, path) {
    const typeOf = (member) => this.checker.getTypeOfSymbolAtLocation(member, this.file)
    const known = new Set()
    const isCommon = (name) => members.get(name).length === types.length
    const isTold =
      types.length > 1 &&
      [...members].some(
        ([name, of]) => isCommon(name) && of.every((one) => unitOf(this.checker, typeOf(one)) !== undefined),
      )
    const literal = (own, isLookedAt, isOne) => {
      let isNew = false
      const lines = own.map((member) => {
        const { name } = member
        const inner = `${path}.${name}`
        const unit = isOne ? unitOf(this.checker, typeOf(member)) : undefined
        const isMarked = !known.has(name) && isLookedAt(name)
        const mark = isMarked ? this.look(member, inner) : ""
        known.add(name)
        const from = isOne ? [member] : isMarked ? members.get(name) : []
        const given = from.map((one) => this.give(typeOf(one), inner)).find((one) => isGiven(one))
        isNew ||= isMarked || given !== undefined
        return `${mark}${NAME.test(name) ? name : JSON.stringify(name)}: ${given ?? unit ?? NOTHING}`
      })
      return isNew ? [`{\n${lines.join(",\n")} }`] : []
    }
    const whole = [...members.values()].map(([first]) => first)
    const isClear = (name) => isCommon(name) || members.get(name).length === 1
    const merged = isTold ? [] : literal(whole, isClear, types.length === 1)
    return [
      ...merged,
      ...(types.length > 1 ? types.flatMap((one) => literal(this.membersOf(one), () => true, true)) : []),
    ]
  }

  giveFunction([signature], path) {
    const { checker } = this
    if (signature.typeParameters !== undefined) return NOTHING
    const outer = this.lines
    this.lines = []
    const names = signature.parameters.map((parameter, at) => {
      const name = this.nameFor(`${path} given ${at}`)
      if (parameter.valueDeclaration?.dotDotDotToken === undefined)
        this.read(name, checker.getTypeOfSymbolAtLocation(parameter, this.file), `${path}(${parameter.name})`)
      return name
    })
    const inner = this.lines
    this.lines = outer
    const answer = this.give(checker.getReturnTypeOfSignature(signature), path)
    if (inner.length === 0 && !isGiven(answer)) return NOTHING
    return `(${names.join(", ")}) => {\n${inner.join("\n")}\nreturn ${answer}\n}`
  }
}

const NAME = /^[A-Za-z_$][\w$]*$/
const access = (name, mark = "") => (NAME.test(name) ? `.${mark}${name}` : `[${mark}${JSON.stringify(name)}]`)

/** Whether values of a type are made by a class: nobody writes them down. */
const isMade = (ts, type) =>
  (type.isIntersection() ? type.types : [type]).some((one) => one.symbol?.flags & ts.SymbolFlags.Class)

const isTypeOnly = (symbol) => (symbol.declarations ?? []).some((one) => one.isTypeOnly === true)

/** Whether a type may also be what is no object. */
const hasOthers = (ts, type) =>
  type.isUnion() && type.types.some((one) => !(one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))

/** A value of a type that says which values it has. */
function unitOf(checker, type) {
  const [one] = type.isUnion() ? type.types : [type]
  const text = one.isStringLiteral() || one.isNumberLiteral() ? JSON.stringify(one.value) : checker.typeToString(one)
  return /^(?:true|false|undefined|"[^"]*"|-?\d+)$/.test(text) ? text : undefined
}

const isHidden = (ts, symbol) =>
  (symbol.declarations ?? []).some(
    (one) => ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  )
