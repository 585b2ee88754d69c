import { rmSync } from 'node:fs';

export default () => {
  const folder = process.env['E2E_DATA_DIR'];
  // The server is stopped after this; what it still holds open stays usable until then.
  if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
};
