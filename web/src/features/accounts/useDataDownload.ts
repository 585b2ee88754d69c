import { useEffect, useRef, useState } from 'react';
import { answerTo } from '../../api/call.ts';
import { ConnectionError } from '../../api/errors.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { saveFile } from '../../device/save-file.ts';
import type { AccountOwner } from './owner.ts';

export type DownloadState =
  | { step: 'idle' }
  /** `bytes`: how many have come so far; how many there will be nobody knows. */
  | { step: 'busy'; bytes: number }
  | { step: 'saved' }
  | { step: 'failed'; failure: Failure };

function nameOf(username: string): string {
  const who = username.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return ['tickmark', who, new Date().toISOString().slice(0, 10)].filter(Boolean).join('-');
}

/** Kept by the browser while it comes, and saved only when all of it is there. */
async function fetchZip(as: AccountOwner['as'], signal: AbortSignal, onBytes: (count: number) => void) {
  const answer = await answerTo('GET /users/me/data', { as, signal });
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.length;
      onBytes(bytes);
      controller.enqueue(piece);
    },
  });
  try {
    return await new Response(answer.body?.pipeThrough(counting)).blob();
  } catch (error) {
    throw new ConnectionError(error);
  }
}

/** Everything about the user as a file. Ends when its owner goes away. */
export function useDataDownload(owner: AccountOwner) {
  const [state, setState] = useState<DownloadState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  function cancel(): void {
    running.current?.abort();
    setState({ step: 'idle' });
  }

  async function start(): Promise<void> {
    const control = new AbortController();
    running.current = control;
    setState({ step: 'busy', bytes: 0 });
    try {
      const zip = await fetchZip(owner.as, control.signal, (bytes) => setState({ step: 'busy', bytes }));
      if (control.signal.aborted) return;
      saveFile(`${nameOf(owner.username)}.zip`, zip);
      setState({ step: 'saved' });
    } catch (error) {
      if (control.signal.aborted) return;
      const failure = failureOf(error, () => 'The download failed.');
      setState({ step: 'failed', failure });
    }
  }

  return { state, start: () => void start(), cancel };
}
