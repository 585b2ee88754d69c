import type { Output } from '../../../contract/index.ts';
import { NEXT_CURSOR_HEADER } from '../../../domain/lists.ts';
import { answerTo, bodyOf, type CallAddress, type CallArguments } from './call.ts';

/** One page of a list that was asked for with a `limit`, and the `cursor` of the next while there is one. */
export type ListPage<Rows> = { rows: Rows; next: string | undefined };

export async function callPage<A extends CallAddress>(
  address: A,
  ...args: CallArguments<A>
): Promise<ListPage<Output<A>>> {
  const answer = await answerTo(address, ...args);
  return { rows: await bodyOf(answer), next: answer.headers.get(NEXT_CURSOR_HEADER) ?? undefined };
}
