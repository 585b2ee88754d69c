/**
 * Who is in a group, as links: rows (group_id, teacher_id, link_id, joined_at). A teacher's own group has the links that
 * were put into it, pending ones too; a school's has its members as far as a teacher of that school follows them. Removed
 * groups are there as well: set work keeps them.
 */
export const MEMBERS = `(
  select m.group_id, l.teacher_id, m.link_id, m.joined_at
  from group_members m join teacher_students l on l.id = m.link_id
  union all
  select m.group_id, l.teacher_id, l.id, m.joined_at
  from group_members m
  join groups g on g.id = m.group_id
  join users s on s.id = m.user_id and s.role = 'student' and s.school_id = g.school_id
  join teacher_students l on l.student_id = s.id and l.status = 'active'
  join users t on t.id = l.teacher_id and t.role = 'teacher' and t.school_id = g.school_id
)`;

/** The groups that a teacher has, and those of the school that have a student of theirs. */
export const groupsSeenBy = (teacherId: string) => `(
  select g.id, g.name, g.teacher_id is null as is_school from groups g
  where g.removed_at is null and (g.teacher_id = ${teacherId} or (g.school_id is not null and g.id in (
    select group_id from ${MEMBERS} as seen where seen.teacher_id = ${teacherId})))
)`;
