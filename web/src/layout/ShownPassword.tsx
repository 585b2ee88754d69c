import { Copy } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { PrintSlips } from './PrintSlips.tsx';
import type { Slip } from './slips.ts';

type ShownPasswordProps = {
  /** What they log in with; on the slip with whose it is. */
  slip: Slip;
  /** For the slip. */
  school?: string | undefined;
  /** It is somewhere else as well now. */
  onCopied?: () => void;
};

/** A generated password, for passing on. */
export function ShownPassword({ slip, school, onCopied }: ShownPasswordProps) {
  const { password } = slip;
  async function copy(): Promise<void> {
    if (await copyText(password, 'Password copied to clipboard')) onCopied?.();
  }

  return (
    <>
      <p className="text-small font-medium">Password</p>
      <div className="mt-1 flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-surface px-2 py-2 text-small wrap-anywhere select-all sm:px-3">
          {password}
        </code>
        <Button icon={<Copy className="size-4" aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="mt-2 text-small text-ink-soft">It is shown only once. Pass it on in person.</p>
      <div className="mt-3">
        <PrintSlips slips={[slip]} school={school} />
      </div>
    </>
  );
}
