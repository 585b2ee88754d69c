import { z } from 'zod';
import { type Database, type Queries, statement } from '../../db/database.ts';

/** What the database says about itself. Asks only for what a role without privileges is told. */

const state = statement(
  z.object({
    version: z.string(),
    version_number: z.int(),
    role: z.string(),
    name: z.string(),
    is_standby: z.boolean(),
    is_read_only: z.boolean(),
    synchronous_commit: z.string(),
    standby_names: z.string(),
    fsync: z.string(),
    may_create: z.boolean(),
    encoding: z.string(),
    collation_made: z.string().nullable(),
    collation_now: z.string().nullable(),
    now: z.string(),
  }),
  `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
     current_user::text as role, datname::text as name,
     pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
     current_setting('synchronous_commit') as synchronous_commit,
     current_setting('synchronous_standby_names') as standby_names, current_setting('fsync') as fsync,
     has_schema_privilege('public', 'create') as may_create, pg_encoding_to_char(encoding)::text as encoding,
     datcollversion as collation_made, pg_database_collation_actual_version(oid) as collation_now,
     clock_timestamp() as now
   from pg_database where datname = current_database()`,
);

/** Says something to the log of the database, and to no table: enough for its commit to wait as any other. */
const something = statement(z.object({}), `select pg_logical_emit_message(true, 'tickmark', 'doctor')`);

const standbys = statement(
  z.object({ name: z.string(), sync_state: z.string().nullable() }),
  `select application_name as name, sync_state from pg_stat_replication order by 1`,
);

// A session waits for the standby in its commit. Those of our own role are shown to every role.
const waiting = statement(
  z.object({ count: z.int(), seconds: z.number() }),
  `select count(*) as count,
     coalesce(extract(epoch from max(clock_timestamp() - state_change)), 0)::float8 as seconds
   from pg_stat_activity
   where wait_event = 'SyncRep' and clock_timestamp() - state_change > interval '1 second'`,
);

// A limit of a role or a database counts what is connected as that role, or to that database; -1 is none.
const connections = statement(
  z.object({ whose: z.enum(['server', 'database', 'role']), most: z.int(), used: z.int(), ours: z.int() }),
  `with open as (select datname, usename, application_name from pg_stat_activity where datid is not null),
   limits (whose, most, used) as (
     select 'server',
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int,
       (select count(*) from open)
     union all
     select 'database', datconnlimit, (select count(*) from open where datname = current_database())
     from pg_database where datname = current_database()
     union all
     select 'role', rolconnlimit, (select count(*) from open where usename = current_user)
     from pg_roles where rolname = current_user
   )
   select whose, most, used, (select count(*) from open where application_name like 'tickmark%') as ours
   from limits where most >= 0 order by most - used limit 1`,
);

const longest = statement(
  z.object({ pid: z.int(), minutes: z.number(), program: z.string() }),
  `select pid, (extract(epoch from clock_timestamp() - xact_start) / 60)::float8 as minutes,
     coalesce(application_name, '') as program
   from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and xact_start < clock_timestamp() - interval '10 minutes'
   order by xact_start limit 1`,
);

const invalid = statement(
  z.object({ name: z.string(), table: z.string(), is_being_made: z.boolean() }),
  `select c.relname::text as name, t.relname::text as table,
     exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid) as is_being_made
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   where t.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready and i.indislive) order by 1`,
);

// Those of PostgreSQL itself stand behind the constraint that they keep.
const turnedOff = statement(
  z.object({ table: z.string(), name: z.string(), is_constraint: z.boolean() }),
  `select distinct t.relname::text as table, coalesce(c.conname, g.tgname)::text as name, g.tgisinternal as is_constraint
   from pg_trigger g join pg_class t on t.oid = g.tgrelid left join pg_constraint c on c.oid = g.tgconstraint
   where t.relnamespace = 'public'::regnamespace and g.tgenabled not in ('O', 'A') order by 1, 2`,
);

const tables = statement(
  z.object({ name: z.string(), may_use: z.boolean(), may_change: z.boolean() }),
  `select relname::text as name, pg_has_role(relowner, 'usage') as may_change,
     has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
       and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as may_use
   from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
);

const hasMigrations = statement(
  z.object({ exists: z.boolean() }),
  `select to_regclass('public.migrations') is not null as exists`,
);

const signIns = statement(
  z.object({
    school_id: z.int(),
    school: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    client_secret: z.instanceof(Buffer),
    is_tested: z.boolean(),
    only_sign_in: z.boolean(),
  }),
  `select school_id, name as school, issuer, client_id, client_secret, tested_at is not null as is_tested, only_sign_in
   from school_sign_ins join schools on schools.id = school_id order by school_id`,
);

export const getState = (db: Queries) => db.get(state);
export type DatabaseState = Awaited<ReturnType<typeof getState>>;
export const commitSomething = (db: Database) => db.transaction((tx) => tx.list(something));
export const listStandbys = (db: Queries) => db.list(standbys);
export const countWaitingCommits = (db: Queries) => db.get(waiting);
/** Of the limit that is reached first. */
export const countConnections = (db: Queries) => db.get(connections);
export const findLongest = (db: Queries) => db.find(longest);
export const listInvalidIndexes = (db: Queries) => db.list(invalid);
export const listTurnedOff = (db: Queries) => db.list(turnedOff);
/** What the role may do with each: rows, and columns and indexes. */
export const listTables = (db: Queries) => db.list(tables);
export const isMigrated = async (db: Queries): Promise<boolean> => (await db.get(hasMigrations)).exists;
export const listSignIns = (db: Queries) => db.list(signIns);
export type SchoolSignIn = Awaited<ReturnType<typeof listSignIns>>[number];
