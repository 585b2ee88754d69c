/** Of a teacher's student: the name a teacher gave, else the part of the address before the @. */
export const shownName = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? email.split('@', 1)[0] ?? email;
