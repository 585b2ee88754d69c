import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';

/** Attacks a running product and writes what came of it, as JSON. `../hostile.ts` starts it, in a process of its own. */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    'admin-password': { type: 'string', default: '' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
  },
});

const report = await runCampaign({
  url: values.url,
  adminPassword: values['admin-password'],
  requests: Number(values.requests),
  seed: Number(values.seed),
  path: values.path,
});
process.stdout.write(JSON.stringify({ ...report, statuses: [...report.statuses] }));
