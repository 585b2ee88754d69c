import type { Output } from '../../../contract/index.ts';
import { answerTo, bodyOf, type CallAddress, type CallArguments } from './call.ts';

/** As the contract names it; a test keeps the two equal, for only its types come to the browser. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** One page of a list that was asked for with a `limit`, and the `cursor` of the next while there is one. */
export type ListPage<Rows> = { rows: Rows; next: string | undefined };

export async function callPage<A extends CallAddress>(
  address: A,
  ...args: CallArguments<A>
): Promise<ListPage<Output<A>>> {
  const answer = await answerTo(address, ...args);
  return { rows: await bodyOf(answer), next: answer.headers.get(NEXT_CURSOR_HEADER) ?? undefined };
}
