import type { Output } from '../../../../../contract/index.ts';
import type { CallRequest } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';

type Detail = Output<'GET /teachers/students/{id}'>;
type Grid = Output<'GET /teachers/grid'>;

/** After the words of a paper were read: its dot, in the grid and on the student's page, says so. */
export function noteWords(linkId: number, key: string, count: number): void {
  const noted = <S extends { words: Record<string, number> }>(student: S): S => {
    const { [key]: unread, ...others } = student.words;
    const isSame = count === 0 ? unread === undefined : unread === 0;
    return isSame ? student : { ...student, words: count === 0 ? others : { ...others, [key]: 0 } };
  };
  queryClient.setQueriesData<Detail>(
    {
      queryKey: queryKey('GET /teachers/students/{id}'),
      predicate: ({ queryKey: [, request] }) =>
        Number((request as CallRequest<'GET /teachers/students/{id}'>).params.id) === linkId,
    },
    (detail) => detail && noted(detail),
  );
  queryClient.setQueriesData<Grid>(
    { queryKey: queryKey('GET /teachers/grid') },
    (grid) =>
      grid && {
        students: grid.students.map((student) => (student.id === linkId ? noted(student) : student)),
      },
  );
}
