import { randomUUID } from 'node:crypto';
import type { PaperId } from '../../domain/completion-key.ts';
import { dayAfter, isoDay } from '../../domain/days.ts';

/** Papers that the teachers of the demo school have set: due soon, overdue, and past. */

interface DemoSet {
  teacher: string;
  id: string;
  papers: readonly PaperId[];
  dueOn: string;
  line: string | null;
}

const FRIDAY = 5;

const paper = (subjectId: string, year: number, name: PaperId['paper'], timezone: PaperId['timezone']) =>
  ({ subjectId, year, session: 'May', paper: name, timezone }) as const;

export const demoSets = (now: Date): DemoSet[] => {
  const friday = dayAfter(isoDay(now), (FRIDAY - now.getDay() + 7) % 7);
  const set = (teacher: string, weeks: number, papers: readonly PaperId[], line: string | null) => ({
    teacher,
    id: randomUUID() as string,
    papers,
    dueOn: dayAfter(friday, 7 * weeks),
    line,
  });
  return [
    set('ms.hartley', 0, [paper('math_aa_sl', 2022, 'paper1', 'TZ1')], 'Section B only; show your working.'),
    set(
      'ms.hartley',
      1,
      ([1, 2] as const).map((n) => paper('math_aa_hl', 2021, `paper${n}`, 'TZ1')),
      null,
    ),
    set('ms.hartley', -1, [paper('math_aa_hl', 2022, 'paper1', 'TZ2')], 'Without a calculator.'),
    set('ms.hartley', -5, [paper('math_ai_sl', 2024, 'paper1', null)], null),
    set('dr.osei', 1, [paper('biology_hl', 2021, 'paper2', null)], 'Leave out question 7.'),
    set('dr.osei', -2, [paper('chemistry_hl', 2023, 'paper1', 'TZ1')], null),
    set('mr.duval', 0, [paper('economics_hl', 2022, 'paper1', 'TZ1')], null),
  ];
};
