/** The console, where people work. */
export { makeConsole } from "./Console.ts"
