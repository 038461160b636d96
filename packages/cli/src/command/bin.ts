import * as Executable from "../mcp/Executable.js"
import * as Supervisor from "./Supervisor.js"
import * as Effect from "effect/Effect"

const [, program, first, second] = process.argv

const run = async (): Promise<void> => {
  // Its files are read together with those of the command: a tenth less until the first row. Import
  // errors are reported when the sandbox is used.
  if (process.argv.includes("--sandbox")) void import("@candela/sandbox/Sandbox").catch(() => undefined)
  const [{ main }, { runMain }] = await Promise.all([import("./main.js"), import("./runMain.js")])
  runMain(
    (terminal, args) => Effect.provideService(main(terminal, args), Executable.Executable, program),
    Supervisor.isSupervised() ? Supervisor.supervised() : {},
  )
}

// A bundle in the format of CommonJS knows no `await` here. What fails is thrown, as a rejection that nobody handles.
if (first === "sandbox" || (first === "help" && second === "sandbox")) void import("./sandbox.js")
else if (first === Executable.engine && process.send !== undefined)
  void import("../mcp/engine.js").then(({ serve }) => serve(second))
else if (Supervisor.isNeeded(process.argv.slice(2))) Supervisor.supervise()
else void run()
