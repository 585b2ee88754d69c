import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FileType } from '../../domain/evidence.ts';
import { readSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createImages } from '../features/evidence/images.ts';
import { createFileStore, inWorkFolder } from '../features/evidence/store-file.ts';
import { openStorage, workFolder } from '../storage/open.ts';
import { sha256Of } from '../storage/storage.ts';
import { listLatestPapers } from './evidence.queries.ts';
import { createRandom } from './school.ts';

/** Photos and PDFs of work, generated here: sheets of ruled paper with something like handwriting on them. */

const PAPERS_EACH = 3;

const drawSheet = (seed: number): Promise<Buffer> => {
  const random = createRandom(seed);
  const [width, height, gap] = [1500, 2000, 80];
  const rules: string[] = [];
  const words: string[] = [];
  for (let y = 200; y < height - 100; y += gap) {
    rules.push(`M0 ${y}H${width}`);
    for (let x = 190, end = width - 100 - random() * 500; x < end && random() > 0.03; x += 30) {
      const length = 2 + Math.floor(random() * 7);
      words.push(`M${x} ${y - 12}`);
      for (let letter = 0; letter < length; letter += 1, x += 22) {
        const rise = 12 + random() * 32;
        words.push(`q8 ${-rise} 12 ${-rise / 3}t10 ${rise / 3}`);
      }
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fbf8ef"/>
    <path d="${rules.join('')}" stroke="#c9d8e8" stroke-width="2"/>
    <path d="M150 0V${height}" stroke="#e7a9a9" stroke-width="3"/>
    <path d="${words.join('')}" fill="none" stroke="#26355d" stroke-width="4" stroke-linecap="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
};

/** One page with a line of text; small enough to read here. */
const writePdf = (title: string): Buffer => {
  const text = `BT /F 24 Tf 72 760 Td (${title.replace(/[^\w .-]/g, ' ')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
};

/** Attaches files to the latest papers of these students; returns how many. */
export const attachEvidence = async (db: Database, usernames: readonly string[]): Promise<number> => {
  const settings = readSettings();
  const fileStore = createFileStore(db, openStorage(settings), createImages());
  let count = 0;
  for (const username of usernames) {
    for (const { userId, ...paper } of await listLatestPapers(db, username, PAPERS_EACH)) {
      count += 1;
      const title = `${paper.subjectId} ${paper.session} ${paper.year} ${paper.paper}`.replaceAll('_', ' ');
      const isPdf = count % PAPERS_EACH === 0;
      const [type, ending]: [FileType, string] = isPdf ? ['pdf', 'pdf'] : ['jpeg', 'jpg'];
      const bytes = isPdf ? writePdf(title) : await drawSheet(count);
      await inWorkFolder(workFolder(settings), async (folder) => {
        const path = join(folder, 'received');
        await writeFile(path, bytes);
        const { size } = await stat(path);
        const sha256 = await sha256Of(createReadStream(path));
        return fileStore.store(
          userId,
          paper,
          { path, type, filename: `${title}.${ending}`, size, sha256 },
          folder,
          async () => {},
        );
      });
    }
  }
  return count;
};
