import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText } from './fields.ts';

/** Who of a teacher's students needs attention (docs/decisions/052-attention.md). At least one reason is there. */
const student = z.object({
  /** Of the link, as in the teacher's list. */
  id,
  /** Papers of my set work, and the day of the earliest. */
  overdue: z.object({ papers: z.int(), since: z.iso.date() }).nullable(),
  /** By how many points, in the subject where it is most. */
  scores_down: z.int().nullable(),
  /** In none of the subjects that we share; without days nothing was ever done. */
  idle: z.object({ days: z.int().nullable() }).nullable(),
  /** The day on which they come back by themselves. */
  set_aside_until: z.iso.date().nullable(),
});
export type AttentionStudent = z.infer<typeof student>;

export const attention = endpoints({
  'GET /teachers/attention': {
    summary: 'Which of my students need attention, and why; also those who are set aside',
    access: 'teacher',
    response: z.object({ students: z.array(student) }),
  },
  'PUT /teachers/students/{id}/set-aside': {
    summary: 'Do not mention a student for a week, or do so again',
    access: 'teacher',
    impersonated: { records: 'students_set_aside' },
    params: z.strictObject({ id: idAsText }),
    json: z.strictObject({ is_set_aside: z.boolean() }),
    response: done,
  },
});
