import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { print } from '../bench/figures.ts';
import { makeDataFolder } from '../server/testing/folder.ts';
import { launch, ready } from '../server/testing/process.ts';
import { startRelay } from '../server/testing/relay.ts';
import { ADMIN_PASSWORD } from '../server/testing/server.ts';
import { createApi } from './webkit/api.ts';
import { withWebKit } from './webkit/client.ts';
import { createSteps } from './webkit/steps.ts';

/**
 * A smoke run of the built product in WebKitGTK, the engine of Safari: what a guest, a student, a platform admin and a
 * teacher do most, over a line that is cut once. Needs Debian's packages, which scripts/proof.mjs installs.
 *
 *   npm run proof -- webkit
 */

const folder = await mkdtemp(join(tmpdir(), 'tickmark-webkit-'));
const dataDir = await makeDataFolder();
const files = { photo: join(folder, 'photo.jpg'), pdf: join(folder, 'work.pdf') };
const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#f0ecdc' } });
await writeFile(files.photo, await photo.jpeg().toBuffer());
await writeFile(
  files.pdf,
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const server = await launch({ DATA_DIR: dataDir, RATE_LIMIT: 'off', ADMIN_PASSWORD });
process.once('exit', () => server.process.kill('SIGTERM'));
const total = { passed: 0, failed: 0 };
try {
  await ready(server);
  const line = await startRelay({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  const address = `http://127.0.0.1:${line.connection.port}`;
  try {
    await withWebKit(async (browser) => {
      print(`WebKitGTK ${browser.version}`);
      await browser.resize(1440, 1000);
      for (const [name, walk] of createSteps({ browser, line, address, api: createApi(server.url), files })) {
        const problem = await walk().then(
          () => undefined,
          (error: unknown) => String(error),
        );
        total[problem === undefined ? 'passed' : 'failed'] += 1;
        print(problem === undefined ? `passed  ${name}` : `FAILED  ${name}: ${problem}`);
      }
    });
  } finally {
    await line.cut();
  }
} finally {
  server.process.kill('SIGTERM');
  await server.ended;
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
}
print(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
