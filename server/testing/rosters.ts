/** Students and a teacher of one class, as a school's own system names them. */
export const rosterOf = (unique: string, students = 1) => {
  const ids = Array.from({ length: students }, (_, n) => `${unique}-s${n}`);
  const person = (id: string, role: string, row: number) => ({
    row,
    sourced_id: id,
    username: id,
    email: role === 'teacher' ? `${id}@example.org` : null,
    name: `Somebody ${row}`,
    role,
  });
  return {
    people: [
      person(`${unique}-t`, 'teacher', 2),
      ...ids.map((id, index) => person(id, 'student', index + 3)),
    ],
    classes: [
      {
        sourced_id: `${unique}-c`,
        title: `Class ${unique}`,
        course: 'Math AA HL',
        is_active: true,
        teachers: [`${unique}-t`],
        students: ids,
        ended: [] as string[],
      },
    ],
  };
};

/** The same, to be imported at once. */
export const rosterToImport = (unique: string, students = 1) => {
  const { people, classes } = rosterOf(unique, students);
  return {
    people,
    classes: {
      list: classes,
      is_delta: false,
      courses: { 'Math AA HL': 'math_aa_hl' },
      ends_links: false,
      links_ended: 0,
    },
  };
};
