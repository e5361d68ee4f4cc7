/**
 * How the server learns that a client is gone which said no farewell: its machine lost power, or a network dropped the
 * connection. Such a session would count against `max_connections` for two hours, and its locks would stay.
 *
 * The server asks a silent client after half a minute, and gives it up a minute after its last sign of life. A long
 * statement ends as soon as its client hung up; only servers on Windows cannot look for that. Over a Unix socket the
 * first four settings have no effect, and none is needed.
 */
export const keepalive = `
SET tcp_keepalives_idle = 30;
SET tcp_keepalives_interval = 10;
SET tcp_keepalives_count = 3;
SET tcp_user_timeout = '60s';
SELECT set_config('client_connection_check_interval', '10s', false) WHERE version() !~* 'windows|mingw|visual c';`

/** The same for a session that waits between its statements as long as it must: for notices, or for another store. */
export const keepaliveOfWaiting = `${keepalive}
SET idle_session_timeout = 0`
