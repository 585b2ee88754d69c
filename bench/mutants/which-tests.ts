import type { Mutant } from './mutant.ts';

/** Tests to run for a mutant, the likeliest to fail first. */
export interface Stage {
  files: RegExp;
  /** Only tests with this in their name. */
  named?: string;
}

const RIGHTS = /^server\/http\/rights\.test\.ts$/;
const ALL_RIGHTS = /^server\/http\/(rights|rights-beyond|input)\.test\.ts$/;
/** Not these: they start products of their own, or are about the database server. */
const EVERYTHING =
  /^server\/(?!(main|start|data-dir)\.test|several-servers|db\/|operations\/|storage\/|demo\/).*\.test\.ts$/;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const stagesFor = ({ file, kind, guard }: Mutant): Stage[] => {
  const address = kind === 'access' ? /: ([A-Z]+ \S+)$/.exec(guard)?.[1] : undefined;
  if (address) return [{ files: RIGHTS, named: escape(address) }, { files: ALL_RIGHTS }];
  if (kind === 'admission') return [{ files: RIGHTS }, { files: ALL_RIGHTS }];
  const feature = /^server\/features\/([\w-]+)\//.exec(file)?.[1];
  if (feature) {
    return [
      // Made for this, and quick; not every feature needs it.
      { files: new RegExp(`^server/features/${feature}/owners\\.test\\.ts$`) },
      { files: new RegExp(`^server/features/${feature}/`) },
      { files: /^server\/http\/throttle\.test\.ts$/ },
      { files: ALL_RIGHTS },
      { files: EVERYTHING },
    ];
  }
  if (file.startsWith('server/http/throttle'))
    return [{ files: /throttle\.test\.ts$/ }, { files: EVERYTHING }];
  if (file.startsWith('server/http/session'))
    return [{ files: /accounts\.test\.ts$/ }, { files: ALL_RIGHTS }, { files: EVERYTHING }];
  if (file.startsWith('server/db/migrations/'))
    return [{ files: /\/(teachers|personal-data|users|feedback)\.test\.ts$/ }, { files: EVERYTHING }];
  return [{ files: /^server\/(http|app\.test)/ }, { files: EVERYTHING }];
};
