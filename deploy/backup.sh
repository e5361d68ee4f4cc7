#!/bin/sh
# A dump of the database every night, in the backup container of compose.yaml; `sh /backup.sh now` makes one at once.
# A dump gets its name when it is complete and can be read. Old ones are removed only after a new one has succeeded.
set -eu
umask 077

dump() {
  PGPASSWORD=$(cat "$PASSWORD_FILE")
  export PGPASSWORD
  name=$BACKUP_FOLDER/quittance-$(date -u +%Y-%m-%dT%H%M%SZ).dump
  pg_dump --format=custom --file="$name.part"
  pg_restore --list "$name.part" > /dev/null
  sync "$name.part"
  mv "$name.part" "$name"
  echo "backed up to $name"
  find "$BACKUP_FOLDER" -name 'quittance-*.dump' -mtime "+$BACKUP_DAYS" -delete
}

if [ "${1:-}" = now ]; then
  dump
  exit
fi

trap 'exit 0' TERM INT
done=
while :; do
  today=$(date -u +%Y-%m-%d)
  if [ "$today" != "$done" ] && [ "$(date -u +%H)" = "$BACKUP_HOUR" ]; then
    if (dump); then done=$today; else echo "the backup failed and is tried again in a minute" >&2; fi
  fi
  sleep 60 &
  wait $!
done
