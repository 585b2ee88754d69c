import type pg from 'pg';
import { command, type Queries } from '../db/database.ts';
import { asAdmin } from './postgres.ts';

// PostgreSQL looks for its own functions first unless the search path says otherwise: `now()` is ours, for every
// connection that is opened from then on.
const stop = (name: string) => `
  create schema clock;
  create table clock.hand (at timestamptz not null);
  insert into clock.hand values (now());
  create function clock.now() returns timestamptz language sql stable as 'select at from clock.hand';
  alter database ${name} set search_path = public, clock, pg_catalog`;

const pass = command(`update clock.hand set at = at + make_interval(secs => $1)`);

/** Call it before anybody else connects. */
export const stopClock = (connection: pg.ClientConfig, name: string) => asAdmin(connection, stop(name));

/** Moves a stopped clock. */
export const passTime = (db: Queries, seconds: number) => db.run(pass, [seconds]);
