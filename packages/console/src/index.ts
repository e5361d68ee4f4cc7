/** The console, where people work. */
export { makeConsole } from "./Console.ts"
export { ConsoleDeployment, type DeploymentReason } from "./ConsoleDeployment.ts"
