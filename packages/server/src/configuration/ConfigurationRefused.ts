import { StartRefused } from "../start/StartRefused.ts"

/**
 * The variables or the configuration file are wrong, which `quittance config check` finds as well: exit status 2, as
 * for a wrong command line. One sentence for each fault: its name, its value unless secret, and what would be right.
 */
export class ConfigurationRefused extends StartRefused {}
