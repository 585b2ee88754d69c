#!/bin/sh
# A new cluster for POSTGRES_USER with POSTGRES_PASSWORD and POSTGRES_INITDB_ARGS, unless there is one; then the server.
set -eu
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  install -o postgres -m 0600 /dev/null /run/password
  printf %s "$POSTGRES_PASSWORD" > /run/password
  # shellcheck disable=SC2086 -- several words
  as_postgres initdb -U "$POSTGRES_USER" --pwfile=/run/password --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /run/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_USER" | as_postgres postgres --single template1
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -c 'listen_addresses=*'
