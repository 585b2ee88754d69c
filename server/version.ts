import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { inProject } from './root.ts';

/** Of Tickmark, as CHANGELOG.md has it. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8'))).version;
