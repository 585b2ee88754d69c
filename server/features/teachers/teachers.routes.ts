import type { FastifyRequest } from 'fastify';
import { STUDENT_ALREADY_ADDED } from '../../../domain/messages.ts';
import { progressOfMany } from '../../../domain/progress.ts';
import { averageScore } from '../../../domain/scores.ts';
import type { YearRange } from '../../../domain/years.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { badRequest, notFound, unprocessable } from '../../http/errors.ts';
import { getGroup, joinGroup } from './groups.queries.ts';
import { invitationLink, makeInvitationToken } from './invitation.ts';
import {
  acceptLink,
  addLink,
  addLinkTo,
  type DoneByStudent,
  declineLink,
  deleteLink,
  endLink,
  findWithoutAddress,
  getGridJson,
  getInvitation,
  getStudentJson,
  listDone,
  listFollowers,
  listLinks,
  listTeacherSubjects,
  renameLink,
  replaceTeacherSubjects,
} from './teachers.queries.ts';

/** Counted as the student's own tracker counts, in all shared subjects together. */
const progressIn = (
  { id, subjects, timezone_overrides: overrides, sits, done, last_activity }: DoneByStudent,
  range: YearRange,
  progress: ReturnType<typeof progressOfMany>,
) => {
  const isDone = (key: string) => key in done;
  const counts = subjects.map((subjectId) => progress({ subjectId, overrides, sits, isDone }));
  const scores = Object.entries(done).flatMap(([key, score]) => {
    const year = Number(key.split('-', 2)[1]);
    return score !== null && year >= range.startYear && year <= range.endYear ? score : [];
  });
  return {
    id,
    completed: counts.reduce((sum, { completed }) => sum + completed, 0),
    total: counts.reduce((sum, { total }) => sum + total, 0),
    average: averageScore(scores),
    last_activity,
    subjects,
  };
};

export const teachersRoutes = ({ db, settings, throttle }: Context) => {
  /** What a teacher passes on to a student; null once there is nobody left to invite. */
  const invitationOf = (
    { status, invitation_token: token }: { status: string; invitation_token: string },
    request: FastifyRequest,
  ) =>
    status === 'pending'
      ? { invitation_link: invitationLink(settings.publicUrl, request, token), invitation_token: token }
      : { invitation_link: null, invitation_token: null };

  /** A student who comes back by Undo may be in the group already. */
  const putInto = async (tx: Queries, teacherId: number, groupId: number, linkId: number) => {
    await joinGroup(tx, teacherId, groupId, [linkId]);
    const { is_school: isSchool, students } = await getGroup(tx, teacherId, groupId);
    if (isSchool || !students.includes(linkId)) throw notFound();
  };

  const follow = async (
    tx: Queries,
    teacherId: number,
    { email, name }: { email: string; name: string | null },
  ) => {
    const token = makeInvitationToken(email);
    if (email.includes('@')) return addLink(tx, { teacherId, email, name, token });
    const student = await findWithoutAddress(tx, teacherId, email);
    if (!student) throw unprocessable('Enter a valid email address.');
    return addLinkTo(tx, teacherId, { studentId: student.id, name, token });
  };

  return {
    'GET /teachers/subjects': async ({ user }) => ({ subjects: await listTeacherSubjects(db, user.id) }),

    'POST /teachers/subjects': async ({ user, json, record }) => {
      await db.transaction(async (tx) => {
        const isChanged = await replaceTeacherSubjects(tx, user.id, json.subjects);
        await record(tx, isChanged ? 1 : 0);
      });
      return { ...SUCCESS, subjects: json.subjects };
    },

    'GET /teachers/students': async ({ user, request }) => ({
      students: (await listLinks(db, user.id)).map((link) => ({ ...link, ...invitationOf(link, request) })),
    }),

    'POST /teachers/students': async ({ user, json, request, record }) => {
      if (json.email === user.email) throw badRequest('You cannot add yourself.');
      await throttle.hit('invitation', `teacher ${user.id}`);
      const { email, name, group_id: groupId } = json;
      const link = await db.transaction(async (tx) => {
        const added = await follow(tx, user.id, { email, name });
        if (added && groupId !== undefined) await putInto(tx, user.id, groupId, added.id);
        await record(tx, added ? 1 : 0);
        return added;
      });
      if (!link) throw badRequest(STUDENT_ALREADY_ADDED);
      return { ...link, ...invitationOf(link, request) };
    },

    'GET /teachers/students/{id}': async ({ user, params }) =>
      new RawJson(await getStudentJson(db, params.id, user)),

    'PUT /teachers/students/{id}': async ({ user, params, json, recorded }) => {
      const renamed = await recorded(db, (tx) => renameLink(tx, params.id, user.id, json.name));
      if (renamed === 0) throw notFound();
      return SUCCESS;
    },

    'DELETE /teachers/students/{id}': async ({ user, params, recorded }) => {
      const actor = user.visitId === null ? 'user' : 'platform_admin';
      const removed = await recorded(db, (tx) => deleteLink(tx, params.id, user.id, actor));
      if (removed === 0) throw notFound();
      return SUCCESS;
    },

    'GET /teachers/grid': async ({ user, query }) =>
      new RawJson(await getGridJson(db, user, query.subject_id)),

    'POST /invitation': async ({ json, ip }) => {
      await throttle.hit('invited', ip);
      return getInvitation(db, json.token);
    },
    'GET /teachers/progress': async ({ user, query: { from, to, papers } }) => {
      const range = { startYear: from, endYear: to };
      const progress = progressOfMany({ range, which: papers });
      return {
        students: (await listDone(db, user.id)).map((student) => progressIn(student, range, progress)),
      };
    },

    'GET /users/me/teachers': async ({ user }) => ({ teachers: await listFollowers(db, user.id) }),

    'POST /users/me/teachers/{id}/accept': async ({ user, params }) => {
      if ((await acceptLink(db, params.id, user.id)) === 0) throw notFound();
      return SUCCESS;
    },

    'DELETE /users/me/teachers/{id}': async ({ user, params }) => {
      // In this order: a request that is accepted between the two is ended by the second.
      const declined = await declineLink(db, params.id, user.id);
      if (declined === 0 && (await endLink(db, params.id, user.id)) === 0) throw notFound();
      return SUCCESS;
    },
  } satisfies Handlers;
};
