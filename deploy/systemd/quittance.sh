#!/bin/sh
# /usr/local/bin/quittance: a command as the server's user, with the server's environment. Only root may.
set -eu
set -a
. /etc/quittance/quittance.env
set +a
cd /var/lib/quittance
exec runuser -u quittance -- /usr/bin/node /opt/quittance/node_modules/quittance/bin/quittance.js "$@"
